import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PasswordHasher } from '../../src/modules/auth/password-hasher.js';
import type { Reply } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { SALES, TestApp } from '../support/test-app.js';

const MIB = 2 ** 20;
const LONGEST = 1024;
const TOO_SHORT = 'Use at least 12 characters.';
const TOO_LONG = `Use at most ${LONGEST} characters, and none that are broken.`;
const ELEPHANT = '🐘';
/** Different words, so that no rule against repetition answers in place of the length. */
const words = (length: number) => 'quiet harbour lantern seven '.repeat(40).slice(0, length);

describe('passwords of every kind', () => {
  let test: TestApp;
  let current = SALES.password;
  let asked: jest.SpiedFunction<PasswordHasher['matches']>;
  let hashed: jest.SpiedFunction<PasswordHasher['hash']>;

  beforeAll(async () => {
    test = await TestApp.start();
    const hasher = test.get(PasswordHasher);
    asked = jest.spyOn(hasher, 'matches');
    hashed = jest.spyOn(hasher, 'hash');
  });
  beforeEach(() => {
    // What earlier guesses have cost in waiting.
    test.clock.advance(20 * MINUTE);
    jest.clearAllMocks();
  });
  afterAll(() => test.close());

  const signIn = (password: string): Promise<Reply> =>
    test.client().post('/api/login', { email: SALES.email, password });
  const change = async (newPassword: string): Promise<Reply> => {
    const client = await test.as({ ...SALES, password: current });
    const reply = await client.post('/api/account/password', { currentPassword: current, newPassword });
    if (reply.status === 200) current = newPassword;
    return reply;
  };
  const expectRefused = async (newPassword: string, why: string): Promise<void> => {
    const { status, body } = await change(newPassword);
    expect([status, body.error]).toEqual([422, 'PASSWORD_TOO_WEAK']);
    expect(body.details).toEqual({ newPassword: why });
    expect(hashed).not.toHaveBeenCalled();
  };

  it('a megabyte is refused at once, and nobody looks at it', async () => {
    const long = 'x'.repeat(MIB);
    const signedIn = await signIn(long);
    expect([signedIn.status, signedIn.body.error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(asked).not.toHaveBeenCalled();
    const client = await test.as({ ...SALES, password: current });
    asked.mockClear();
    const changed = await client.post('/api/account/password', { currentPassword: current, newPassword: long });
    expect([changed.status, changed.body.error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect([asked, hashed].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it('the longest that a request can hold is no password, at the sign-in nor as a new one', async () => {
    const before = process.cpuUsage();
    expect((await signIn('x'.repeat(60_000))).status).toBe(401);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    await expectRefused('xyz '.repeat(15_000), TOO_LONG);
  });

  it.each([73, 200])('nothing of %i bytes is cut off', async (length) => {
    const right = `${words(length - 1)}1`;
    expect((await change(right)).status).toBe(200);
    expect((await signIn(`${words(length - 1)}2`)).status).toBe(401);
    expect((await signIn(words(length - 1))).status).toBe(401);
    expect((await signIn(`${right} `)).status).toBe(401);
    expect((await signIn(right)).status).toBe(200);
  });

  it('letters outside of ASCII count as they are: 200 bytes in 50 signs, of which the last is another', async () => {
    const signs = [...'🐘🐫🦚🐅🐒'];
    const start = Array.from({ length: 49 }, (_, at) => signs[at % 5]).join('');
    expect(Buffer.byteLength(`${start}🐘`)).toBe(200);
    expect((await change(`${start}🐘`)).status).toBe(200);
    expect((await signIn(`${start}🐫`)).status).toBe(401);
    expect((await signIn(`${start}🐘`)).status).toBe(200);
  });

  it('both forms of an accent are one password, whichever was chosen', async () => {
    const text = 'café crème naïveté';
    for (const [chosen, typed] of [['NFC', 'NFD'], ['NFD', 'NFC']] as const) {
      expect(text.normalize(chosen)).not.toBe(text.normalize(typed));
      expect((await change(text.normalize(chosen))).status).toBe(200);
      expect((await signIn(text.normalize(typed))).status).toBe(200);
      expect((await signIn(text.normalize(chosen))).status).toBe(200);
      expect((await change(text.normalize(typed))).body.error).toBe('PASSWORD_TOO_WEAK');
      expect((await change(SALES.password)).status).toBe(200);
    }
    expect((await signIn('cafe creme naivete')).status).toBe(401);
  }); // prettier-ignore

  it.each([
    ['with NUL at the end', `${SALES.password}\0`],
    ['with NUL and more', `${SALES.password}\0more`],
    ['with half a sign', `${SALES.password}\ud83d`],
  ])('a text %s is no password', async (_, password) => {
    if (current !== SALES.password) expect((await change(SALES.password)).status).toBe(200);
    expect((await signIn(password)).status).toBe(401);
    hashed.mockClear();
    await expectRefused(password, TOO_LONG);
    expect((await signIn(SALES.password)).status).toBe(200);
  });

  it('limits count signs, not bytes nor halves of them', async () => {
    const animals = '🐘🐫🦚🐅🐒🦜🐍🦏🐆🦌🐬';
    await expectRefused(animals, TOO_SHORT);
    await expectRefused('xyzw'.repeat(LONGEST / 4) + ELEPHANT, TOO_LONG);
    expect((await change(`${animals}🦢`)).status).toBe(200);
    const longest = `${words(LONGEST - 40)}${ELEPHANT.repeat(40)}`;
    expect(longest.length).toBeGreaterThan(LONGEST);
    expect((await change(longest)).status).toBe(200);
    expect((await signIn(longest.slice(0, -2))).status).toBe(401);
    expect((await signIn(longest)).status).toBe(200);
  });
});
