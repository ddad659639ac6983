import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffProjects, StaffService } from '../../src/modules/auth/index.js';
import { newPublicId } from '../../src/runtime/ids.js';
import type { Client } from '../support/client.js';
import { SECOND } from '../support/fake-clock.js';
import { fingerprint, seenOf, statementsOf } from './observe.js';
import { limitedAnswers, PROJECT_MATRIX, UNKNOWN_ANSWERS } from './project-matrix.js';
import { MATRIX_ROUTES, type MatrixRoute } from './role-matrix.js';
import { answerOf, ask, Stage } from './stage.js';
import { type Targets, TARGETS } from './targets.js';

const PASSWORD = 'quiet harbour lantern 7';
const ROUTES = MATRIX_ROUTES.filter(({ name }) => PROJECT_MATRIX[name] !== undefined);
/** Where the id is in the request, so that another project's can be compared with one that is none. */
const NAMED = ROUTES.filter(
  ({ name, target }) => UNKNOWN_ANSWERS[PROJECT_MATRIX[name]!] !== undefined && target !== 'nothing',
);
/** Its event is another project's. */
const OWN_ANSWERS: Record<string, string> = { 'PUT /api/account/event': '404 EVENT_NOT_FOUND' };

/** Of the same shape as a real one. */
const UNKNOWN: Targets = {
  paymentId: newPublicId(),
  tokenNumber: 'GO-999999',
  reviewId: newPublicId(),
  code: 'no-project',
  eventId: '999999',
};

type Limited = 'within' | 'outside';

describe('an admin of some projects', () => {
  let stage: Stage;
  const clients = new Map<Limited, Client>();

  /** `within`: of the default project, where everything is sold; `outside`: of another one. */
  const ACCOUNTS: Record<Limited, { email: string; projects: string[] }> = {
    within: { email: 'within@tokendesk.test', projects: ['default'] },
    outside: { email: 'outside@tokendesk.test', projects: ['lake-view'] },
  };

  beforeAll(async () => {
    stage = await Stage.open();
    const admin = stage.as('admin');
    for (const [path, body] of [
      ['/api/admin/projects', { code: 'lake-view', state: 'selling' }],
      ['/api/admin/projects/lake-view/events', { name: 'Lake days' }],
    ] as const)
      expect((await admin.post(path, body)).status).toBe(201);
    for (const { email, projects } of Object.values(ACCOUNTS)) {
      const staff = stage.test.get(StaffService);
      const { id } = await staff.create({ name: 'Lata Rao', email, role: 'admin', password: PASSWORD });
      await stage.test.get(StaffProjects).set(id, projects);
    }
  });
  afterAll(() => stage.close());

  const signIn = async () => {
    await stage.signIn();
    for (const who of ['within', 'outside'] as const)
      clients.set(who, await stage.test.as({ email: ACCOUNTS[who].email, password: PASSWORD }));
  };
  const as = (who: Limited): Client => clients.get(who)!;
  const targetOf = (route: MatrixRoute, who: Limited): Promise<Targets> =>
    route.target === 'view'
      ? TARGETS.view({ test: stage.test, owner: stage.as('owner'), admin: as(who) } as never)
      : stage.make(route.target);
  const answer = async (route: MatrixRoute, who: Limited) => {
    const target = await targetOf(route, who);
    const reply = answerOf(await ask(as(who), route, target), stage.test, target);
    // Limits count by the minute, the bank is asked once in some seconds.
    if (route.method !== 'GET') stage.test.clock.advance(11 * SECOND);
    return reply;
  };

  describe('by the table of routes', () => {
    beforeAll(signIn);

    it.each(ROUTES.map((route) => [route.name, route] as const))('%s', async (name, route) => {
      if (route.signsIn) await signIn();
      const answers = { within: await answer(route, 'within'), outside: '' };
      if (route.signsIn) await signIn();
      answers.outside = await answer(route, 'outside');
      if (route.signsIn) await signIn();
      const expected = limitedAnswers(name);
      expect(answers).toEqual({ ...expected, outside: OWN_ANSWERS[name] ?? expected.outside });
    });
  });

  describe("another project's", () => {
    beforeAll(signIn);

    it('is looked for at more than two dozen routes', () => expect(NAMED.length).toBeGreaterThan(24));

    it.each(NAMED.map((route) => [route.name, route] as const))('%s: as unknown as none', async (_name, route) => {
      const foreign = await stage.make(route.target);
      const unknown = Object.fromEntries(Object.keys(foreign).map((name) => [name, UNKNOWN[name as keyof Targets]]));
      const client = as('outside');
      await stage.test.clock.hold(async () => {
        // The last use of a session is written now and not below.
        await client.get('/account');
        const before = await fingerprint(stage.test);
        const seen: unknown[] = [];
        const cost: string[][] = [];
        for (const target of [foreign, unknown]) {
          cost.push(
            await statementsOf(stage.test, async () => {
              seen.push(seenOf(await ask(client, route, target), Object.values(target)));
            }),
          );
        }
        expect(seen[0]).toEqual(seen[1]);
        expect(cost[0]).toEqual(cost[1]);
        expect(await fingerprint(stage.test)).toEqual(before);
      });
      stage.test.clock.advance(5 * SECOND);
    });
  });

  it('costs an admin of all projects no statement', async () => {
    await signIn();
    const { paymentId } = await stage.make('link');
    const costOf = (client: Client) =>
      statementsOf(stage.test, () => client.get(`/api/payments/${paymentId}/desk`)).then(({ length }) => length);
    await stage.as('admin').get('/account');
    await as('within').get('/account');
    expect(await costOf(as('within'))).toBe((await costOf(stage.as('admin'))) + 1);
  });
});
