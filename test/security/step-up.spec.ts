import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listRoutes } from '../../src/http/index.js';
import { switchOn } from '../support/accounts.js';
import { MINUTE, SECOND } from '../support/fake-clock.js';
import { ADMIN } from '../support/test-app.js';
import { fingerprint } from './observe.js';
import { MATRIX_ROUTES, type MatrixRoute, pathOf } from './role-matrix.js';
import { answerOf, ask, Stage } from './stage.js';

/** One that the table expects to succeed shows that it was the missing code that stood in the way. */
describe('an admin whose last code is five minutes old', () => {
  let stage: Stage;
  let dangerous: MatrixRoute[];

  beforeAll(async () => {
    stage = await Stage.open();
    const asking = listRoutes(stage.test.app).filter(({ stepUp }) => stepUp !== null);
    const names = new Set(asking.map(({ method, path }) => `${method} ${path}`));
    dangerous = MATRIX_ROUTES.filter(({ name }) => names.has(name));
  });
  afterAll(() => stage.close());

  it('is asked again by every route that costs money or gives access, and nothing has happened', async () => {
    expect(dangerous.length).toBeGreaterThan(10);
    const client = await stage.test.as(ADMIN);
    const targets = new Map<string, object>();
    for (const { target } of dangerous) if (!targets.has(target)) targets.set(target, await stage.make(target));
    await switchOn(stage.test, client);
    stage.test.clock.advance(5 * MINUTE + SECOND);
    const before = await fingerprint(stage.test);
    for (const route of dangerous) {
      const reply = await ask(client, route, targets.get(route.target) ?? {});
      expect([route.name, reply.status, reply.body.error]).toEqual([route.name, 403, 'STEP_UP_REQUIRED']);
    }
    expect(await fingerprint(stage.test)).toEqual(before);
    expect((await client.post('/api/auth/step-up', { password: ADMIN.password })).status).toBe(200);
    const role = dangerous.find(({ path }) => path.endsWith('/role'));
    if (!role) throw new Error('the role of staff is changed without a fresh code');
    const target = targets.get(role.target) ?? {};
    expect(pathOf(role, target)).toMatch(/staff\/\d+\/role$/);
    expect(answerOf(await ask(client, role, target), stage.test, target)).toBe('200');
  });
});
