import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffService } from '../../src/modules/auth/index.js';
import { pageIn } from '../support/accounts.js';
import type { Client } from '../support/client.js';
import { query } from '../support/links.js';
import { createLink, type Link } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const LATA = { email: 'lata@tokendesk.test', password: 'quiet harbour lantern 7' };
const LAKE = '/api/admin/projects/lake-view';
/** Whole ones are customers of somebody else; the viewer's own customers have them as parts. */
const PHONE = '9123456780';
const EMAIL = 'meera@example.com';

interface Row {
  paymentId: string;
}

const idsOf = (rows: unknown) => (rows as Row[]).map(({ paymentId }) => paymentId);

describe('what others have sold', () => {
  let test: TestApp;
  let admin: Client;
  /** Admin of lake-view alone. */
  let lata: Client;
  /** Sells in the default project. */
  let priya: Client;
  /** Sells in lake-view. */
  let rahul: Client;
  let foreign: Link;
  /** Own sales by what they are found by. */
  const own: [search: string, paymentId: string][] = [];

  beforeAll(async () => {
    test = await TestApp.start();
    [admin, priya, rahul] = [await test.as(ADMIN), await test.as(SALES), await test.as(OTHER_SALES)];
    const [seller] = await query<{ id: number }>(test, 'SELECT id FROM users WHERE email = ?', [OTHER_SALES.email]);
    await admin.post('/api/admin/projects', { code: 'lake-view', state: 'selling' });
    await admin.post(`${LAKE}/events`, { name: 'Lake days', sellers: [String(seller?.id)] });
    const { id } = await test.get(StaffService).create({ ...LATA, name: 'Lata Rao', role: 'admin' });
    const body = { all: false, projects: ['lake-view'] };
    expect((await admin.call('PUT', `/api/admin/staff/${id}/projects`, { body })).status).toBe(200);
    lata = await test.as(LATA);

    foreign = await sell(priya, { name: 'Meera Nair', email: EMAIL, phone: PHONE });
    const numbers = `${foreign.paymentId} ${foreign.invoiceNo}`;
    const byPhone = await sell(rahul, { name: 'Asha Rao', email: `${PHONE}@gmail.example` });
    const byEmail = await sell(rahul, { name: 'Meera Rao', email: `post.${EMAIL}` });
    const byNumber = await sell(rahul, { name: numbers, email: 'numbers@example.com' });
    own.push([PHONE, byPhone.paymentId], [EMAIL, byEmail.paymentId]);
    for (const number of [foreign.paymentId, foreign.invoiceNo]) own.push([number, byNumber.paymentId]);
  });
  afterAll(() => test.close());

  const sell = (seller: Client, customerData: object) => createLink(seller, 'silver', { customerData });
  const dataOf = async (client: Client, path: string, search: string) => {
    const { status, text, body } = await client.get(`${path}search=${encodeURIComponent(search)}`);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return body.data;
  };
  const listOf = async (client: Client, path: string, search: string) =>
    pageIn(await client.get(`${path}?search=${encodeURIComponent(search)}`)).props;

  it('hides no own sale from a seller, in the list, on the page, in the finder and from the check of all', async () => {
    for (const [search, paymentId] of own) {
      const { allCustomers } = await dataOf(rahul, '/api/sales-manager/dashboard?', search);
      expect([search, idsOf(allCustomers)]).toEqual([search, [paymentId]]);
      expect([search, idsOf((await dataOf(rahul, '/api/find?', search)).payments)]).toEqual([search, [paymentId]]);
      expect(JSON.stringify(await listOf(rahul, '/dashboard', search))).toContain(`"paymentId":"${paymentId}"`);
      const checked = await rahul.post(`/api/sales-manager/check-open?search=${encodeURIComponent(search)}`);
      expect([search, checked.body.data.passed]).toEqual([search, 1]);
    }
  });

  it('hides no sale of the own project from its admin, in the list, its tabs, the export, the selection and the finder', async () => {
    for (const [search, paymentId] of own) {
      const { payments, pagination } = await dataOf(lata, '/api/payments/admin/all?', search);
      expect([search, idsOf(payments), pagination.totalPayments]).toEqual([search, [paymentId], 1]);
      expect([search, idsOf((await dataOf(lata, '/api/find?', search)).payments)]).toEqual([search, [paymentId]]);
      expect((await listOf(lata, '/admin/dashboard', search)).tabs).toMatchObject({ all: 1, pending: 1 });
      const csv = (await lata.get(`/api/payments/admin/export?search=${encodeURIComponent(search)}`)).text;
      const ids = csv.split('\n').filter((line) => line.includes(paymentId));
      expect([search, csv.trimEnd().split('\n').length, ids.length]).toEqual([search, 2, 1]);
      const selection = await lata.get(
        `/api/payments/admin/selection?action=check&search=${encodeURIComponent(search)}`,
      );
      expect([search, selection.text.includes(paymentId)]).toEqual([search, true]);
    }
  });

  it('is found whole and alone by whoever sold it, and by an admin of all', async () => {
    for (const [search] of own) {
      expect(idsOf((await dataOf(priya, '/api/sales-manager/dashboard?', search)).allCustomers)).toEqual([
        foreign.paymentId,
      ]);
      expect(idsOf((await dataOf(admin, '/api/payments/admin/all?', search)).payments)).toEqual([foreign.paymentId]);
    }
  });
});
