import { DataSource } from 'typeorm';
import type { Client } from '../support/client.js';
import { sellAndPay, switchRefunds } from '../support/refunds.js';
import { oneReview, sellWithFault } from '../support/reviews.js';
import { createLink } from '../support/sales.js';
import { createUpgrade, payAt } from '../support/upgrades.js';
import { moveToProject } from '../support/projects.js';
import { SALES, type TestApp } from '../support/test-app.js';

/** Values for the parameters of a path. */
export interface Targets {
  paymentId?: string;
  tokenNumber?: string;
  id?: string;
  sessionId?: string;
  reviewId?: string;
  day?: string;
  viewId?: string;
  code?: string;
  eventId?: string;
  version?: string;
}

interface Maker {
  test: TestApp;
  /** The seller whose everything is. */
  owner: Client;
  admin: Client;
}

let people = 0;

/** Something of the owner's in the state that a route is about, made anew at each call. */
export const TARGETS = {
  nothing: async () => ({}),
  day: async () => ({ day: '2026-01-05' }),
  project: async () => ({ code: 'default' }),
  event: async () => ({ eventId: '1' }),
  link: async ({ owner }) => ({ paymentId: (await createLink(owner, 'silver')).paymentId }),
  withdrawn: async ({ owner }) => {
    const { paymentId } = await createLink(owner, 'silver');
    await owner.post(`/api/payments/${paymentId}/cancel-link`, {});
    return { paymentId };
  },
  /** In a project of its own: the links of the others ask for no agreement. */
  terms: async ({ test, owner }) => {
    const { paymentId } = await createLink(owner, 'silver');
    return { paymentId, version: await ownTerms(test, paymentId) };
  },
  paid: async ({ test, owner }) => paid(test, owner),
  refundable: async ({ test, owner }) => {
    await switchRefunds(test, true);
    return paid(test, owner);
  },
  upgrade: async ({ test, owner }) => {
    const { paymentId } = await sellAndPay(test, owner);
    return { paymentId: await createUpgrade(owner, paymentId) };
  },
  failedUpgrade: async ({ test, owner }) => {
    const { paymentId } = await sellAndPay(test, owner);
    await payAt(test, await createUpgrade(owner, paymentId), 'decline');
    return { paymentId };
  },
  review: async ({ test, owner }) => {
    const { paymentId } = await sellWithFault(test, owner, 'wrong-merchant');
    await test.bank.clearFaults();
    return { reviewId: (await oneReview(test, paymentId)).reviewId as string };
  },
  /** Somebody else's account that works. */
  colleague: async ({ test, admin }) => {
    const id = await invite(admin);
    await test.get(DataSource).query('UPDATE users SET invited_at = NULL WHERE id = ?', [id]);
    return { id };
  },
  invited: async ({ admin }) => ({ id: await invite(admin) }),
  ownSession: async ({ test }) => {
    const fresh = await test.as(SALES);
    const { data } = (await fresh.get('/api/account/sessions')).body;
    const { id: sessionId } = data.find((row: { isCurrent: boolean }) => row.isCurrent) as { id: string };
    const [user] = (await test
      .get(DataSource)
      .query('SELECT user_id AS id FROM sessions WHERE id = ?', [sessionId])) as [{ id: number }];
    return { sessionId, id: String(user.id) };
  },
  /** The admin's own: nobody else is an admin. */
  view: async ({ admin }) => ({ viewId: await saveView(admin) }),
  refundSwitch: async ({ admin }) => ({ id: (await admin.get('/api/auth/getPermissionStatus')).body._id as string }),
} satisfies Record<string, (maker: Maker) => Promise<Targets>>;

export type TargetName = keyof typeof TARGETS;

async function paid(test: TestApp, owner: Client): Promise<Targets> {
  const { paymentId } = await sellAndPay(test, owner);
  const { body } = await owner.get(`/api/payments/${paymentId}/status`);
  return { paymentId, tokenNumber: body.data.tokenNumber as string };
}

async function saveView(admin: Client): Promise<string> {
  people += 1;
  const name = `View ${people}`;
  const { body } = await admin.post('/api/admin/views', { name, query: 'status=failed' });
  return (body.data.views as { id: string; name: string }[]).find((view) => view.name === name)!.id;
}

async function invite(admin: Client): Promise<string> {
  people += 1;
  const email = `colleague${people}@tokendesk.test`;
  const { body } = await admin.post('/api/admin/staff', { name: `Colleague ${people}`, email, role: 'sales_manager' });
  return body.data.staff.id as string;
}

/** Moves a payment into another project, which has terms. @returns the number of their version */
async function ownTerms(test: TestApp, paymentId: string): Promise<string> {
  const database = test.get(DataSource);
  const [made] = (await database.query("SELECT id FROM projects WHERE code = 'other'")) as { id: number }[];
  const id = made?.id ?? 2;
  if (!made) {
    await database.query(
      "INSERT INTO projects (id, code, created_at, updated_at) VALUES (2, 'other', '2026-01-05 00:00:00.000', '2026-01-05 00:00:00.000')",
    );
    await database.query(
      "INSERT INTO terms_versions (project_id, number, effective_from, summary_en, body_en, digest, created_at) VALUES (2, 1, '2026-01-05', 'x', 'x', ?, '2026-01-05 00:00:00.000')",
      ['0'.repeat(64)],
    );
  }
  await moveToProject(test, paymentId, id);
  return '1';
}
