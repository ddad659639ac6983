import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listRoutes } from '../../src/http/index.js';
import { SECOND } from '../support/fake-clock.js';
import { type Caller, CALLERS, MATRIX, MATRIX_ROUTES, type MatrixRoute, READS, WRITES } from './role-matrix.js';
import { answerOf, ask, Stage, type Transport, TRANSPORTS } from './stage.js';
import type { Targets } from './targets.js';

const SELLERS_SIDE: Caller[] = ['anonymous', 'other', 'owner'];

describe('who may do what', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage.close());

  it('the table names every route of the running product, and no other', () => {
    const running = listRoutes(stage.test.app).map(({ method, path }) => `${method} ${path}`);
    expect(running.sort()).toEqual(Object.keys(MATRIX).sort());
  });

  it('an address that takes a write alone answers 405 to GET, whatever is in the place of an id', async () => {
    const read = new Set(READS.map(({ path }) => path));
    for (const { name, path } of WRITES.filter((route) => !read.has(route.path))) {
      const address = path.replace(/:\w+/g, 'x');
      for (const caller of ['anonymous', 'admin'] as const) {
        const reply = await stage.as(caller, 'bearer').get(address);
        const { status, headers } = reply;
        expect([name, caller, status, headers.get('allow')?.split(', ')]).toEqual([
          name,
          caller,
          405,
          expect.arrayContaining([name.split(' ')[0]]),
        ]);
      }
    }
  });

  /** Refusals first, then the owner on the very same thing; the admin and each transport on one of their own. */
  const answersBy = async (route: MatrixRoute, transport: Transport) => {
    const answers: Partial<Record<Caller, string>> = {};
    const isWrite = route.method !== 'GET';
    let target: Targets = {};
    for (const caller of CALLERS) {
      if (!SELLERS_SIDE.includes(caller) || caller === 'anonymous' || repeats(route))
        target = await (isWrite ? stage.make(route.target) : stage.one(route.target));
      answers[caller] = answerOf(await ask(stage.as(caller, transport), route, target), stage.test, target);
      // Limits count by the minute, the bank is asked once in some seconds.
      if (isWrite) stage.test.clock.advance(11 * SECOND);
    }
    return answers;
  };

  describe.each(TRANSPORTS)('by %s', (transport) => {
    beforeAll(() => stage.signIn());

    it.each(MATRIX_ROUTES.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
      if (route.signsIn) await stage.signIn();
      const answers = await answersBy(route, transport);
      if (route.signsIn) await stage.signIn();
      expect(answers).toEqual(route.answers);
    });
  });
});

/** Open to everybody, so everybody needs one that nobody has used. */
function repeats({ access, target }: MatrixRoute): boolean {
  return access === 'public' && target !== 'nothing';
}
