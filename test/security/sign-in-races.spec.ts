import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AccessRevoker } from '../../src/modules/auth/access-revoker.service.js';
import { StaffService } from '../../src/modules/auth/index.js';
import { apiLogin, atLogin, codeAt, GOOD_PASSWORD, OTHER_PASSWORD, submit, switchOn } from '../support/accounts.js';
import type { Client, Reply } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { ADMIN, TestApp } from '../support/test-app.js';

/** Long enough for a sign-in to check its password and to reach the row that the change has locked. */
const SIGN_IN_MS = 600;

type Place = 'before' | 'after';

interface Account {
  id: number;
  email: string;
  password: string;
}

describe('a sign-in with the old password while a change of the account is not committed', () => {
  let test: TestApp;
  let admin: Client;
  let made = 0;

  beforeAll(async () => {
    test = await TestApp.start();
  });
  beforeEach(async () => {
    test.clock.advance(HOUR);
    admin = await test.as(ADMIN);
  });
  afterAll(() => test.close());

  const newAccount = async (): Promise<Account> => {
    made += 1;
    const person = { name: 'Meera Nair', email: `meera${made}@tokendesk.test`, password: GOOD_PASSWORD };
    const { id } = await test.get(StaffService).create({ ...person, role: 'sales_manager' });
    return { id, email: person.email, password: person.password };
  };

  /** @param place where the change waits for `work`: before or after it has ended the sessions that it sees */
  const during = async <T>(change: () => Promise<unknown>, place: Place, work: () => Promise<T>): Promise<T> => {
    const revoker = test.get(AccessRevoker);
    const end = revoker.endEverything.bind(revoker);
    const signals = new EventEmitter();
    const [waits, goesOn] = [once(signals, 'waits'), once(signals, 'goesOn')];
    jest.spyOn(revoker, 'endEverything').mockImplementationOnce(async (...given) => {
      if (place === 'after') await end(...given);
      signals.emit('waits');
      await goesOn;
      if (place === 'before') await end(...given);
    });
    const changing = change();
    await waits;
    const working = work();
    // SQLite has one writer at a time: its order does not depend on where the change stands.
    await delay(isOnServer() ? SIGN_IN_MS : 0);
    signals.emit('goesOn');
    await changing;
    return working;
  };

  const ok = async (request: Promise<Reply>) => expect((await request).status).toBe(200);
  const changes: Record<string, (account: Account, own: Client) => Promise<unknown>> = {
    'changed by its owner': ({ password }, own) =>
      ok(own.post('/api/account/password', { currentPassword: password, newPassword: OTHER_PASSWORD })),
    'reset by an admin': ({ id }) => ok(admin.post(`/api/admin/staff/${id}/reset-password`)),
    'reset by a command': ({ id }) => test.get(StaffService).resetPassword(id),
    'disabled by an admin': ({ id }) => ok(admin.post(`/api/admin/staff/${id}/disable`)),
  };
  const cases = Object.keys(changes).flatMap((how) =>
    (['before', 'after'] as const).map((place) => [how, place] as const),
  );

  it.each(cases)('%s, %s its sessions are ended: no session is left', async (how, place) => {
    const account = await newAccount();
    const own = await test.as(account);
    const client = test.client();
    const reply = await during(
      () => changes[how]!(account, own),
      place,
      () => apiLogin(client, account),
    );
    expect([reply.status, reply.body.error]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  it.each(cases.slice(0, 2))('%s, %s its sessions are ended: nor by a code', async (how, place) => {
    const account = await newAccount();
    const own = await test.as(account);
    const { secret } = await switchOn(test, own);
    test.clock.advance(MINUTE);
    const browser = await atLogin(test);
    const step = await submit(browser, '/login', { email: account.email, password: account.password });
    expect(step.headers.get('location')).toBe('/login/code');
    const code = codeAt(secret, test.clock.now());
    const reply = await during(
      () => changes[how]!(account, own),
      place,
      () => submit(browser, '/login/code', { code }),
    );
    expect(['/login', '/login/code']).toContain(reply.headers.get('location'));
    expect((await browser.get('/api/auth/me')).status).toBe(401);
  });
});
