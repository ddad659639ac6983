import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { type Caller, CALLERS, MATRIX_ROUTES, PAGES, pathOf, READS, WRITES } from './role-matrix.js';
import { answerOf, Stage } from './stage.js';

const POWERS = {
  status: 'completed',
  role: 'admin',
  isAdmin: true,
  salesManagerId: 1,
  tokenNumber: 'GO-000001',
  paidAt: '2020-01-01T00:00:00.000Z',
  refundedAmount: 1,
  userId: 1,
  _id: '1',
};
/** Props that no page has: what the server knows besides. */
const SERVER_ONLY =
  'auth.user.passwordHash,auth.user.totpSecret,auth.session,user,settings,gatewayResponse,payments,rows,managers';
const named = <T extends { name: string }>(rows: T[]) => rows.map((row) => [row.name, row] as const);
const is2xx = (answer: string) => answer.startsWith('20');

describe('what a caller says of himself', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage.close());

  const inertiaHeaders = async (client: Client, more: Record<string, string> = {}) => {
    const { text } = await client.get('/account/forgot');
    const version = /"version":"([^"]*)"/.exec(text)?.[1] ?? '';
    return { 'X-Inertia': 'true', 'X-Inertia-Version': version, ...more };
  };

  describe('a role in a header or the query changes nothing', () => {
    const refused = MATRIX_ROUTES.filter(({ access, stream }) => access === 'admin' && !stream);
    it.each(named(refused))('%s', async (_name, route) => {
      const path = pathOf(route, await stage.one(route.target));
      const headers = { 'X-User-Role': 'admin', 'X-Forwarded-User': 'admin@tokendesk.test', 'X-Role': 'admin' };
      const asked = `${path}${path.includes('?') ? '&' : '?'}role=admin&isAdmin=1`;
      const upload: Record<string, string> = route.upload ? { 'content-type': route.upload.type } : {};
      const body = route.method === 'GET' ? {} : { body: route.upload?.text ?? route.body?.({}) ?? {} };
      for (const caller of ['anonymous', 'owner'] as const) {
        const reply = await stage.as(caller).call(route.method, asked, { headers: { ...headers, ...upload }, ...body });
        expect(answerOf(reply, stage.test, {})).toBe(route.answers[caller]);
        expect(reply.text).not.toContain('"rows"');
      }
    });
  });

  describe('a field that is none of the form is refused, and nothing happens', () => {
    const taking = WRITES.filter(
      ({ body, bankPost, policyReport, testPage }) => body && !bankPost && !policyReport && !testPage,
    );
    const free = ['POST /api/payments/verify-callback'];
    it.each(named(taking.filter(({ name }) => !free.includes(name))))('%s', async (_name, route) => {
      const target = await stage.make(route.target);
      const client = stage.as('admin', 'cookie');
      const before = await stage.before();
      for (const [field, value] of Object.entries(POWERS)) {
        const body = { ...route.body?.(target) };
        if (field in body) continue;
        const reply = await client.call(route.method, pathOf(route, target), { body: { ...body, [field]: value } });
        expect([field, reply.status]).toEqual([field, 400]);
        if (route.isApi) expect(reply.body.error).toBe('VALIDATION_FAILED');
      }
      expect(await stage.after()).toEqual(before);
    });
  });

  it('whoever holds a link reads and pays, and does nothing else', async () => {
    const { paymentId = '' } = await stage.make('refundable');
    const headers = { Authorization: `Bearer ${paymentId}`, Cookie: `td_session=${paymentId}` };
    const staffRoutes = WRITES.filter(({ access, path }) => access === 'staff' && path.includes(':paymentId'));
    const before = await stage.before();
    for (const route of staffRoutes) {
      for (const more of [headers, { Cookie: `td_session=${paymentId}` }]) {
        const body = route.body?.({ paymentId }) ?? {};
        const reply = await stage.test
          .client()
          .call(route.method, pathOf(route, { paymentId }), { body, headers: more });
        expect([route.name, reply.status]).toEqual([route.name, 401]);
      }
    }
    expect(await stage.after()).toEqual(before);
  });

  describe('a partial reload gives what the page gives, and to nobody else', () => {
    it.each(named(PAGES))('%s', async (_name, route) => {
      const target = await stage.one(route.target);
      for (const caller of CALLERS) {
        const client = stage.as(caller, 'cookie');
        const path = pathOf(route, target);
        const whole = await client.get(path, { headers: await inertiaHeaders(client) });
        const component = (whole.body?.component as string | undefined) ?? componentOf(path);
        const partial = await inertiaHeaders(client, {
          'X-Inertia-Partial-Component': component,
          'X-Inertia-Partial-Data': SERVER_ONLY,
        });
        const part = await client.get(path, { headers: partial });
        expect(part.text).not.toMatch(/passwordHash|totpSecret|\$argon2/);
        expect([caller, part.status]).toEqual([caller, whole.status]);
        if (!is2xx(route.answers[caller]))
          expect(part.body?.component ?? 'Error').toMatch(/^(?:Error|Public\/|Auth\/)/);
        const props = (reply: typeof part) => Object.keys((reply.body?.props as object | undefined) ?? {});
        expect(props(whole)).toEqual(expect.arrayContaining(props(part)));
        if (whole.status !== 200) continue;
        const stale = await client.get(path, { headers: { ...partial, 'X-Inertia-Version': 'of yesterday' } });
        expect([stale.status, stale.text]).toEqual([409, '']);
      }
    });
  });

  describe('nothing is done by GET or HEAD', () => {
    beforeAll(() => stage.forget());

    it.each(named(WRITES))('%s', async (_name, route) => {
      const target = await stage.one(route.target === 'colleague' ? 'invited' : route.target);
      const isRead = READS.some(({ path }) => path === route.path);
      const before = await stage.before();
      for (const caller of ['anonymous', 'owner', 'admin'] as const) {
        for (const method of ['GET', 'HEAD']) {
          const path = `${pathOf(route, target)}${route.query ? '&' : '?'}_method=POST`;
          const headers = { 'X-HTTP-Method-Override': route.method };
          const { status } = await stage.as(caller, 'cookie').call(method, path, { headers });
          const expected = isRead ? [200, 302, 303, 401, 403, 404, 410, 422] : [401, 403, 404, 405];
          expect([caller, method, expected.includes(status) || status]).toEqual([caller, method, true]);
        }
      }
      expect(await stage.after()).toEqual(before);
    });

    it.each(named(READS.filter(({ stream }) => !stream)))('HEAD of %s', async (_name, route) => {
      const target = await stage.one(route.target);
      const before = await stage.before();
      for (const caller of ['anonymous', 'other', 'owner', 'admin'] satisfies Caller[]) {
        const client = stage.as(caller, 'cookie');
        const head = await client.call('HEAD', pathOf(route, target));
        const expected = Number(route.answers[caller].slice(0, 3));
        expect([caller, head.status, head.text]).toEqual([caller, expected, '']);
      }
      const after = await stage.after();
      // Whoever asks about a person is written down, in a unit of work that a server marks; nothing else is changed by it.
      if (route.path === '/api/payments/open-links')
        for (const table of ['audit_log', 'audit_anchor', 'commit_markers']) after[table] = before[table]!;
      expect(after).toEqual(before);
    });
  });
});

/** The component that a page would show to whoever may see it. */
function componentOf(path: string): string {
  const names: Record<string, string> = {
    '/admin/staff': 'Admin/Staff',
    '/admin/dashboard': 'Admin/Dashboard',
    '/admin/transactions': 'Admin/Transactions',
    '/admin/review': 'Admin/Review',
    '/admin/audit': 'Admin/Audit',
    '/admin/reconciliation': 'Admin/Reconciliation',
    '/admin/day-close': 'Admin/DayClose',
  };
  return names[path] ?? 'Error';
}
