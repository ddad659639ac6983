import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Command } from 'commander';
import { report } from '../failure.js';

interface CommandFile {
  register(program: Command): void;
}
interface Result {
  code: number;
  out: string;
  err: string;
}

const directory = mkdtempSync(join(tmpdir(), 'tokendesk-cli-'));
const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!;

beforeAll(() => {
  // oxlint-disable-next-line node/no-process-env -- what the commands read
  Object.assign(process.env, {
    NODE_ENV: 'test',
    DATA_DIR: directory,
    DATABASE_URL: `sqlite:${join(directory, 'cli.sqlite')}`,
    GATEWAY_SECRET_KEY: 'sandbox-key-1',
    OTHER_KEY: 'sandbox-key-1\n',
    KEPT_KEY_FILE: join(directory, 'kept-key'),
    LOST_KEY_FILE: join(directory, 'lost-key'),
  });
  writeFileSync(join(directory, 'kept-key'), 'sandbox-key-1\n');
});
afterAll(() => {
  Object.defineProperty(process, 'stdin', stdin);
  rmSync(directory, { recursive: true, force: true });
});

/** Runs a command in this process, with what it writes caught. */
async function call(file: CommandFile, args: string[], input = ''): Promise<Result> {
  const result: Result = { code: 0, out: '', err: '' };
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  const out = jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((result.out += String(text)), true));
  const err = jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((result.err += String(text)), true));
  try {
    const program = new Command('tokendesk');
    file.register(program);
    const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
    for (const command of all(program)) command.exitOverride();
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    result.code = report(error);
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
  return result;
}

describe('hash', () => {
  const payload = '{"amount":300.00,"merchantId":"T_1","invoiceNo":"A1","empty":""}';
  const good = '3e1a2956da58f502aab6cd1ef1235448c52a27c77d442834491eed2cd9f047c7';
  let hash: CommandFile;
  beforeEach(async () => {
    hash = await import('./hash.js');
  });

  it('prints message and hash, with the digits of a number as they were sent', async () => {
    const result = await call(hash, ['hash', 'test', '--json'], payload);
    expect(JSON.parse(result.out)).toEqual({ messageString: '300.00A1T_1', hash: good });
    expect(result.err).toBe('');
  });

  it('compares, and names the likely cause', async () => {
    const file = join(directory, 'payload.json');
    writeFileSync(file, `\ufeff${payload}`);
    expect(await call(hash, ['hash', 'test', '--file', file, '--expected', good.toUpperCase()])).toMatchObject({
      code: 0,
    });
    const wrong = await call(hash, ['hash', 'test', '--file', file, '--key-env', 'OTHER_KEY', '--expected', good]);
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/result: {2}mismatch\ncause: {3}key-whitespace/);
  });

  it.each(['00', 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), ''])('--expected %j is wrong usage', async (given) => {
    const { code, err, out } = await call(hash, ['hash', 'test', '--expected', given], payload);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('64 hexadecimal digits');
  });

  it.each([
    [`amount=300.00&merchantId=T_1&invoiceNo=A1&secureHash=${good}`, 0],
    [`https://ours.example/payment/verify?amount=300.00&merchantId=T_1&invoiceNo=A1&secureHash=${good}`, 0],
    [`amount=300.01&merchantId=T_1&invoiceNo=A1&secureHash=${good}`, 1],
    [`amount=300.00&amount=1&merchantId=T_1&invoiceNo=A1&secureHash=${good}`, 1],
    ['amount=300.00', 1],
  ])('verifies %s: exit %i', async (message, code) => {
    expect((await call(hash, ['hash', 'verify', message])).code).toBe(code);
  });

  it('takes a key from the file that a setting names', async () => {
    const message = `amount=300.00&merchantId=T_1&invoiceNo=A1&secureHash=${good}`;
    const found = await call(hash, ['hash', 'verify', message, '--key-env', 'KEPT_KEY']);
    expect(found).toMatchObject({ code: 0, err: '', out: expect.stringContaining('result:  match') });
    const lost = await call(hash, ['hash', 'verify', message, '--key-env', 'LOST_KEY']);
    expect(lost).toMatchObject({ code: 1, out: '', err: 'error: LOST_KEY_FILE cannot be read (ENOENT)\n' });
  });

  it.each([['[1]'], ['{"a":{"b":1}}'], ['{"a":1,"a":2}'], ['{}'], ['not json']])(
    'refuses the payload %s',
    async (text) => {
      expect(await call(hash, ['hash', 'test'], text)).toMatchObject({ code: 1, out: '' });
    },
  );

  it('knows wrong usage', async () => {
    expect((await call(hash, ['hash', 'verify'])).code).toBe(2);
    expect((await call(hash, ['hash', 'test', '--expected', 'xyz'], payload)).code).toBe(2);
    expect((await call(hash, ['hash', 'test', '--help'])).code).toBe(0);
  });
});

describe('accounts', () => {
  const email = 'asha@example.com';

  it('creates the first admin once, and never takes a password as an argument', async () => {
    const seed = await import('./admin.js');
    const args = ['admin', 'seed', '--email', email, '--name', 'Asha Menon'];
    expect((await call(seed, [...args, '--password', 'a really good phrase'])).code).toBe(2);
    expect((await call(seed, args)).code).toBe(2);
    expect(await call(seed, [...args, '--password-stdin'], 'short\n')).toMatchObject({ code: 1, out: '' });
    const made = await call(seed, [...args, '--password-stdin', '--json'], 'a really good phrase\n');
    expect(JSON.parse(made.out)).toMatchObject({ email, role: 'admin' });
    const again = await call(seed, [...args, '--password-stdin'], 'another good phrase\n');
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining(email) });
  });

  it('lists, and keeps the last admin', async () => {
    const staff = await import('./staff.js');
    expect(JSON.parse((await call(staff, ['staff', 'list', '--json'])).out)).toEqual([
      { id: '1', name: 'Asha Menon', email, role: 'admin', state: 'active', secondFactor: false },
    ]);
    expect((await call(staff, ['staff', 'disable', email])).code).toBe(1);
    expect((await call(staff, ['staff', 'disable', 'nobody@example.com'])).code).toBe(1);
    expect((await call(staff, ['staff', 'enable', email, '--json'])).code).toBe(0);
    expect(await call(staff, ['staff', 'reset-second-factor', email])).toMatchObject({ code: 1, out: '' });
    const reset = await call(staff, ['staff', 'reset-password', email]);
    expect(reset.out).toMatch(/^(?:[a-z2-9]{4}-){4}[a-z2-9]{4}\n$/);
  });

  it('shows and changes the schema', async () => {
    const db = await import('./db.js');
    expect(JSON.parse((await call(db, ['db', 'status', '--json'])).out)).toMatchObject({
      engine: 'sqlite',
      upToDate: true,
    });
    expect(JSON.parse((await call(db, ['db', 'migrate', '--json'])).out)).toEqual({ applied: [] });
  });
});
