import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newPublicId } from '../../src/runtime/ids.js';
import type { Client, Reply } from '../support/client.js';
import { SECOND } from '../support/fake-clock.js';
import { ANY_AMOUNT, refund } from '../support/refunds.js';
import { fingerprint, seenOf, statementsOf } from './observe.js';
import { MATRIX_ROUTES, type MatrixRoute, pathOf } from './role-matrix.js';
import { ask, Stage, TRANSPORTS } from './stage.js';
import type { Targets } from './targets.js';

/** Where another seller's thing answers as one that is none. */
const HIDING = MATRIX_ROUTES.filter(({ answers }) => answers.other.startsWith('404') && answers.owner.startsWith('20'));

/** Of the same shape as a real one. */
const UNKNOWN: Targets = {
  paymentId: newPublicId(),
  tokenNumber: 'GO-999999',
  sessionId: '999999999',
  id: '999999999',
};

describe("another seller's", () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage.close());

  /** Both answers, and what each cost the database. The clock stands: a session's last use is written once in a while. */
  const compare = (...given: Parameters<typeof compareNow>) => stage.test.clock.hold(() => compareNow(...given));
  const compareNow = async (client: Client, foreign: Targets, call: (target: Targets) => Promise<Reply>) => {
    const unknown = Object.fromEntries(Object.keys(foreign).map((name) => [name, UNKNOWN[name as keyof Targets]]));
    // The last use of a session is written, and a greeting shown, now and not below.
    await client.get('/account');
    const seen: unknown[] = [];
    const cost: string[][] = [];
    for (const target of [foreign, unknown]) {
      cost.push(
        await statementsOf(stage.test, async () => {
          seen.push(seenOf(await call(target), Object.values(target)));
        }),
      );
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(cost[0]).toEqual(cost[1]);
    expect(cost[0]?.length).toBeGreaterThan(0);
  };

  it('is looked for at more than a dozen routes', () => {
    expect(HIDING.length).toBeGreaterThan(12);
  });

  describe.each(TRANSPORTS)('by %s', (transport) => {
    beforeAll(() => stage.signIn());

    it.each(HIDING.map((route) => [route.name, route] as const))('%s: as unknown as none', async (_name, route) => {
      const foreign = await stage.make(route.target);
      const before = await fingerprint(stage.test);
      const client = stage.as('other', transport);
      await compare(client, foreign, (target) => ask(client, route, target));
      expect(await fingerprint(stage.test)).toEqual(before);
      stage.test.clock.advance(5 * SECOND);
    });
  });

  const inertia = async (client: Client, route: MatrixRoute, target: Targets, more: Record<string, string> = {}) => {
    const version = await versionAt(client);
    const headers = { 'X-Inertia': 'true', 'X-Inertia-Version': version, ...more };
    return client.get(pathOf(route, target), { headers });
  };
  const partial = (component: string) => ({
    'X-Inertia-Partial-Component': component,
    'X-Inertia-Partial-Data': 'desk,payment,auth,customer',
  });

  it.each(HIDING.filter(({ isApi }) => !isApi).map((route) => [route.name, route] as const))(
    '%s as an Inertia visit and as a partial reload',
    async (_name, route) => {
      const foreign = await stage.make(route.target);
      const client = stage.as('other', 'cookie');
      await compare(client, foreign, (target) => inertia(client, route, target));
      for (const component of ['Sales/Show', 'Payments/Slip', 'Error'])
        await compare(client, foreign, (target) => inertia(client, route, target, partial(component)));
    },
  );

  it('payment cannot be found through lists, exports or searches', async () => {
    const { paymentId, tokenNumber } = (await stage.make('paid')) as { paymentId: string; tokenNumber: string };
    const client = stage.as('other');
    for (const path of [
      `/api/sales-manager/dashboard?search=${paymentId}`,
      `/api/sales-manager/dashboard?search=${tokenNumber}`,
      `/api/payments/transactions/all?search=${tokenNumber}`,
      `/api/payments/transactions/all?salesManagerId=1&salesManager=1`,
      `/dashboard?search=${tokenNumber}`,
      `/transactions?search=${tokenNumber}&salesManager=1`,
    ]) {
      const reply = await client.get(path);
      expect(reply.status).toBe(200);
      expect(reply.text).not.toContain(paymentId);
      expect(reply.text.replaceAll(`"search":"${tokenNumber}"`, '')).not.toMatch(
        new RegExp(`"tokenNumber":"${tokenNumber}"`),
      );
    }
  });

  it('duplicate charge is none of this payment, and neither is a session of another account', async () => {
    const mine = await stage.make('refundable');
    const theirs = await stage.make('ownSession');
    const seller = stage.as('owner');
    const answers = [
      await refund(seller, mine.paymentId ?? '', ANY_AMOUNT, { duplicateChargeId: '1' }),
      await refund(seller, mine.paymentId ?? '', ANY_AMOUNT, { duplicateChargeId: '999999' }),
    ];
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const admin = stage.as('admin');
    const other = await stage.make('colleague');
    const wrong = await admin.post(`/api/admin/staff/${other.id}/sessions/${theirs.sessionId}/end`);
    const none = await admin.post(`/api/admin/staff/${other.id}/sessions/999999999/end`);
    expect([wrong.status, wrong.body]).toEqual([404, none.body]);
  });
});

async function versionAt(client: Client): Promise<string> {
  const { text } = await client.get('/account');
  return /"version":"([^"]*)"/.exec(text)?.[1] ?? '';
}
