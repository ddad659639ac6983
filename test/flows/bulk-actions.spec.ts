import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { parseCsv } from 'hucre/csv';
import { DataSource } from 'typeorm';
import type { SelectedPayment, Selection } from '../../src/contracts/bulk.js';
import { LIST_MESSAGES } from '../../src/contracts/messages-list.js';
import { MAX_CHOSEN } from '../../src/domain/payment/bulk-actions.js';
import type { Client, Reply } from '../support/client.js';
import { HOUR } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { auditOf, cancelLink, correctContact, query } from '../support/links.js';
import { MailCatcher } from '../support/mail-catcher.js';
import { fillPayments } from '../support/many-payments.js';
import { payAsCustomer, refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { comeBack, createLink, pressPay, verify } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const SELECTION = '/api/payments/admin/selection';
type Action = 'check' | 'resend' | 'cancel' | 'export';

describe('actions on many payments', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let admin: Client;
  let seller: Client;

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({ env: { SMTP_URL: catcher.url } });
    [admin, seller] = [await test.as(ADMIN), await test.as(SALES)];
  });
  afterEach(() => expectInvariants(test));
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const select = async (action: Action, filter: string): Promise<Selection> => {
    const { status, body, text } = await admin.get(`${SELECTION}?action=${action}&${filter}`);
    if (status !== 200) throw new Error(`${action} ${filter} answered ${status}: ${text}`);
    return body.data as Selection;
  };
  /** What the page calls for one payment: the single action. */
  const act = (action: Action, paymentId: string, run = 'run-1'): Promise<Reply> => {
    if (action === 'check') return admin.post(`/api/payments/check-status/${paymentId}`);
    if (action === 'cancel') return cancelLink(admin, paymentId);
    const key = { 'idempotency-key': `${run}:${paymentId}` };
    return admin.post('/api/payments/send-payment-email', { paymentId }, key);
  };
  const one = (selection: Selection, paymentId: string): SelectedPayment =>
    selection.payments.find((payment) => payment.paymentId === paymentId)!;

  /** One payment in each state, from the oldest to the newest. */
  const inEachState = async (): Promise<Record<string, string>> => {
    const over = (await createLink(seller, 'silver', { expiry: '4h' })).paymentId;
    test.clock.advance(5 * HOUR);
    [admin, seller] = [await test.as(ADMIN), await test.as(SALES)];
    const live = (await createLink(seller, 'silver')).paymentId;
    const atBank = (await createLink(seller, 'silver')).paymentId;
    await pressPay(test.client(), atBank);
    const failed = (await createLink(seller, 'silver')).paymentId;
    const page = await pressPay(test.client(), failed);
    await verify(test.client(), await comeBack(test.client(), await test.bank.press(page, 'decline')));
    const withdrawn = (await createLink(seller, 'silver')).paymentId;
    await cancelLink(seller, withdrawn);
    const replaced = (await createLink(seller, 'silver')).paymentId;
    await correctContact(seller, replaced, { name: 'Right Name', email: 'right@example.com' });
    const paid = (await sellAndPay(test, seller, 'silver')).paymentId;
    const refunded = (await sellAndPay(test, seller, 'silver')).paymentId;
    await switchRefunds(test, true);
    await refund(seller, refunded, 100);
    await test.settle();
    return { over, live, atBank, failed, withdrawn, replaced, paid, refunded };
  };

  it('each state and action: what the selection says is what the single action does', async () => {
    const states = await inEachState();
    const ids = Object.values(states).join(',');
    const counted = {
      check: await select('check', `ids=${ids}`),
      resend: await select('resend', `ids=${ids}`),
      cancel: await select('cancel', `ids=${ids}`),
    };
    expect(Object.values(counted).map(({ total }) => total)).toEqual([8, 8, 8]);
    const possible = (action: keyof typeof counted) =>
      Object.keys(states).filter((state) => one(counted[action], states[state]!).denial === null);
    expect(possible('check')).toEqual(['over', 'live', 'atBank', 'failed', 'withdrawn', 'replaced']);
    expect(possible('resend')).toEqual(['live', 'atBank', 'failed']);
    expect(possible('cancel')).toEqual(['live', 'atBank', 'failed']);
    expect(one(counted.check, states['paid']!).denial).toBe(LIST_MESSAGES.bulk.paid);

    for (const action of ['check', 'resend', 'cancel'] as const) {
      for (const [state, paymentId] of Object.entries(states)) {
        const { denial } = one(counted[action], paymentId);
        const { status, body } = await act(action, paymentId);
        const said = status === 200 ? null : (body.message as string);
        // A check of a paid payment is harmless and asks nothing.
        const expected = action === 'check' ? null : denial;
        expect({ action, state, said }).toEqual({ action, state, said: expected });
      }
    }
    // The audit log names the admin for each payment, as for a single action.
    for (const state of ['live', 'failed']) {
      const entries = await auditOf(test, states[state]!);
      expect(entries.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['payment.link_mailed', 'payment.cancelled']),
      );
      const [person] = await query<{ id: number }>(test, 'SELECT id FROM users WHERE email_key = ?', [ADMIN.email]);
      expect(Number(entries.at(-1)?.actor)).toBe(Number(person?.id));
    }
    const again = await select('cancel', `ids=${ids}`);
    expect(again.payments.filter(({ denial }) => denial === null)).toEqual([]);
  }, 120_000);

  it('a payment that was paid after the count is refused with its own reason, and stays paid', async () => {
    const { paymentId } = await createLink(seller, 'silver');
    const counted = await select('cancel', `search=${paymentId}`);
    expect(counted).toMatchObject({ total: 1, payments: [{ paymentId, denial: null }] });
    await payAsCustomer(test, paymentId);
    const refused = await act('cancel', paymentId);
    expect([refused.status, refused.body.error]).toEqual([409, 'ALREADY_PAID']);
  });

  it('what is made, or comes into the filter, after the count is not caught', async () => {
    const customer = (name: string) => ({ customerData: { name, email: `${name.toLowerCase()}@later.example` } });
    const first = await createLink(seller, 'gold', customer('First'));
    const other = await createLink(seller, 'gold', customer('Other'));
    await cancelLink(seller, other.paymentId);
    const counted = await select('cancel', 'search=later.example&status=pending');
    expect(counted.payments.map(({ paymentId }) => paymentId)).toEqual([first.paymentId]);
    const file = await select('export', 'search=later.example');
    expect(file).toMatchObject({ total: 2, payments: [], limit: null });
    await seller.post(`/api/payments/${other.paymentId}/reissue-link`);
    await createLink(seller, 'gold', customer('Later'));
    for (const { paymentId } of counted.payments) await act('cancel', paymentId);
    const left = await select('cancel', 'search=later.example&status=pending');
    expect(left.payments.map(({ customerName }) => customerName).sort()).toEqual(['Later', 'Other']);
    expect(await rowsOf(`search=later.example&upTo=${file.upTo}`)).toBe(file.total);
    expect(await rowsOf('search=later.example')).toBe(3);
    expect(await rowsOf(`ids=${first.paymentId}`)).toBe(1);
    const [audit] = await query<{ reason: string }>(
      test,
      "SELECT reason FROM audit_log WHERE action = 'export.completed' ORDER BY id DESC LIMIT 1",
    );
    expect(audit?.reason).toBe('{"chosen":1}');
  });

  it('a run that is repeated mails nobody twice', async () => {
    await test.settle();
    catcher.mails.length = 0;
    const links = [await createLink(seller), await createLink(seller)].map(({ paymentId }) => paymentId);
    const counted = await select('resend', `ids=${links.join(',')}`);
    const send = () => Promise.all(counted.payments.map(({ paymentId }) => act('resend', paymentId, 'run-2')));
    const [first, second] = [await send(), await send()];
    expect(second.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    await test.settle();
    expect(catcher.mails.filter(({ subject }) => subject.startsWith('Your payment link'))).toHaveLength(2);
  });

  it('chosen payments are those and no other, whoever sold them; an unknown one is none', async () => {
    const other = await createLink(await test.as(OTHER_SALES), 'silver');
    const counted = await select('check', `ids=${other.paymentId},${'0'.repeat(26)},${other.paymentId}`);
    expect(counted).toMatchObject({ total: 1, upTo: '', payments: [{ paymentId: other.paymentId }] });
  });

  it.each([
    ['', 'action'],
    ['action=refund', 'action'],
    ['action=check&ids=abc', 'ids'],
    [
      `action=check&ids=${Array(MAX_CHOSEN + 1)
        .fill('0'.repeat(26))
        .join(',')}`,
      'ids',
    ],
    [`action=check&status=pending&ids=${'0'.repeat(26)}`, 'ids'],
    ['action=check&status=paid', 'status'],
    ['action=export&upTo=-1', 'upTo'],
  ])('%s is refused with a word about %s', async (asked, field) => {
    const { status, body } = await admin.get(`${SELECTION}?${asked}`);
    expect([status, body.error, Object.keys(body.details as object)]).toEqual([422, 'FILTER_INVALID', [field]]);
  });

  it('is for admins, and may not be asked without end', async () => {
    expect((await seller.get(`${SELECTION}?action=check`)).status).toBe(403);
    const statuses = [];
    for (let time = 0; time < 31; time += 1) statuses.push((await admin.get(`${SELECTION}?action=x`)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  async function rowsOf(filter: string): Promise<number> {
    const { text } = await admin.get(`/api/payments/admin/export?${filter}`);
    return (parseCsv(text.replace(/^\ufeff/, '')) as unknown[]).length - 1;
  }
});

describe('more payments than one run takes', () => {
  let test: TestApp;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    await fillPayments(test.get(DataSource), { payments: 1_501, sellers: 2 });
    admin = await test.as(ADMIN);
  });
  afterAll(() => test.close());

  it('are counted exactly and not named; a filter makes them few enough', async () => {
    const select = async (asked: string) => (await admin.get(`${SELECTION}?${asked}`)).body.data as Selection;
    const list = async (asked: string) =>
      (await admin.get(`/api/payments/admin/all?${asked}`)).body.data.pagination.totalPayments as number;
    const all = await select('action=check');
    expect(all).toMatchObject({ total: await list(''), limit: 1000, payments: [] });
    const some = await select('action=check&status=failed&tokenType=gold');
    expect(some.total).toBe(await list('status=failed&tokenType=gold'));
    expect(some.payments).toHaveLength(some.total);
    expect(new Set(some.payments.map(({ paymentId }) => paymentId)).size).toBe(some.total);
  });
});
