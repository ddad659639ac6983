import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import type { Client, Reply } from '../support/client.js';
import { DAY, HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { isLong } from '../support/long.js';
import { refund, switchRefunds } from '../support/refunds.js';
import { reviewsOf } from '../support/reviews.js';
import { comeBack, createLink, type Link, pressPay, statusOf, verify } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';
import { newBankReference } from '../../src/runtime/ids.js';

const KEY = 'sandbox-key-1';
/** Of each kind; past the limits by address. */
const GUESSES = isLong ? 500 : 150;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The three doors by which a message comes in, each answering with what the sender is told. */
const DOORS: Record<string, (customer: Client, message: URLSearchParams | string) => Promise<Reply>> = {
  return: async (customer, message) => {
    const { headers } = await customer.call('POST', '/payment/verify', { body: String(message), headers: FORM });
    return verify(customer, (headers.get('location') ?? '').split('event=')[1] ?? '');
  },
  advice: (customer, message) =>
    customer.call('POST', '/api/gateway/callback', { body: String(message), headers: FORM }),
  'verify-callback': (customer, message) =>
    customer.post('/api/payments/verify-callback', Object.fromEntries(new URLSearchParams(String(message)))),
};

describe('messages that claim to come from the bank', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;
  beforeAll(async () => {
    test = await TestApp.start();
    customer = test.client();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    // The limits of the messages before are over, and so are the sessions.
    test.clock.advance(13 * HOUR);
    seller = await test.staff(SALES);
  });
  afterEach(() => expectInvariants(test));

  const declined = async () => {
    const link = await createLink(seller, 'silver');
    const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'decline');
    return { link, fields: fields ?? new URLSearchParams() };
  };
  const calls = async () => {
    const [row] = (await test.get(DataSource).query('SELECT COUNT(*) AS n FROM gateway_calls')) as { n: number }[];
    return Number(row?.n);
  };
  const signed = (fields: Record<string, string>) =>
    new URLSearchParams({ ...fields, secureHash: secureHashV1(fields, KEY) });
  const named = (link: Link, more: Record<string, string> = {}) => ({
    addlParam1: 'silver',
    amount: '100.00',
    invoiceNo: link.invoiceNo,
    merchantId: 'T_SANDBOX1',
    paymentID: '700788003737',
    responseCode: '0000',
    txnID: '7700230883725',
    ...more,
  });

  const right = (fields: URLSearchParams) => fields.get('secureHash') ?? '';
  const HASHES: [string, (digest: string) => string][] = [
    ['empty', () => ''],
    ['63 characters', (digest) => digest.slice(1)],
    ['65 characters', (digest) => `${digest}0`],
    ['with a line end', (digest) => `${digest}\n`],
    ['no hexadecimal', (digest) => `g${digest.slice(1)}`],
    ['the hex of the hex', (digest) => Buffer.from(digest).toString('hex')],
    [
      'full-width digits',
      (digest) => digest.replace(/\d/, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    ],
    ['one digit off', (digest) => `${digest.startsWith('0') ? '1' : '0'}${digest.slice(1)}`],
    ['the words true', () => 'true'],
    ['zeros', () => '0'.repeat(64)],
  ];

  it.each(Object.keys(DOORS).flatMap((door) => HASHES.map(([name]) => [door, name] as const)))(
    '%s, hash %s: refused, the bank is asked nothing, nothing changes',
    async (door, name) => {
      const { link, fields } = await declined();
      const made = HASHES.find(([each]) => each === name)?.[1](right(fields)) ?? '';
      const forged = new URLSearchParams(fields);
      forged.set('secureHash', made);
      const before = await calls();
      const { status, body } = (await DOORS[door]?.(customer, forged)) ?? { status: 0, body: null };
      await test.settle();
      expect([status, body.success]).toEqual([400, false]);
      expect(await calls()).toBe(before);
      expect(await statusOf(customer, link.paymentId)).toBe('initiated');
    },
  );

  it.each([
    ['a hash twice', (text: string) => `${text}&secureHash=${'f'.repeat(64)}`],
    ['an invoice number twice', (text: string) => `${text}&invoiceNo=X`],
    ['hashes as a list', (text: string) => text.replace('secureHash=', 'secureHash[]=')],
    ['a field too many, unsigned', (text: string) => `${text}&status=paid`],
    ['two spellings of the hash', (text: string) => `${text}&securehash=${'f'.repeat(64)}`],
  ])('%s: refused at both doors of the bank', async (_name, change) => {
    const { link, fields } = await declined();
    const before = await calls();
    for (const door of ['return', 'advice'])
      expect((await DOORS[door]?.(customer, change(String(fields))))?.status).toBe(400);
    await test.settle();
    expect(await calls()).toBe(before);
    expect(await statusOf(customer, link.paymentId)).toBe('initiated');
  });

  it('a hash in capitals, and signed fields that nobody has published, are in order', async () => {
    const { link, fields } = await declined();
    const capitals = new URLSearchParams(fields);
    capitals.set('secureHash', right(fields).toUpperCase());
    expect((await DOORS.advice?.(customer, capitals))?.status).toBe(200);
    const more = signed(named(link, { newField: 'of next year', oth_charge: 'false' }));
    expect((await DOORS.advice?.(customer, more))?.status).toBe(200);
    await test.settle();
    expect(await statusOf(customer, link.paymentId)).not.toBe('completed');
  });

  it.each<[string, (link: Link, other: Link) => Record<string, string>]>([
    ['of a success that the bank does not know of', (link) => named(link)],
    ['of another merchant', (link) => named(link, { merchantId: 'T_OTHER9' })],
    ['whose invoice is ours and whose transaction number is that of another payment', (link, other) => named(link, { merchantTxnNo: other.invoiceNo })],
    ['over another amount', (link) => named(link, { amount: '1.00' })],
    ['with its fields cut in other places', (link) => named(link, { merchantTxnNo: 'INV20', paymentID: '24', txnID: '0120261008175302Transaction rejected0397700230883725' })],
    ['about an invoice that does not exist', (link) => named(link, { invoiceNo: 'INV00000000' })],
  ])('a message with a good hash %s completes nothing', async (_name, make) => {
    const [link, other] = [await createLink(seller, 'silver'), await createLink(seller, 'silver')];
    for (const { paymentId } of [link, other]) await pressPay(customer, paymentId);
    const message = signed(make(link, other));
    for (const send of Object.values(DOORS)) expect((await send(customer, message)).body?.data?.state).not.toBe('completed');
    await test.settle();
    for (const { paymentId } of [link, other]) expect(await statusOf(customer, paymentId)).toBe('initiated');
  }); // prettier-ignore

  it('a message about a refund of ours gives its sale no other number at the bank', async () => {
    const link = await createLink(seller, 'silver');
    await comeBack(customer, await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb'));
    await test.poll();
    const numbers = () =>
      test
        .get(DataSource)
        .query('SELECT bank_merchant_txn_no AS number FROM payment_attempts WHERE invoice_no = ?', [link.invoiceNo]);
    const before = await numbers();
    const about = named(link, { merchantTxnNo: newBankReference('RF'), txnID: '7700230000001' });
    expect((await DOORS.advice?.(customer, signed(about)))?.status).toBe(200);
    expect(await numbers()).toEqual(before);
    await DOORS.advice?.(customer, signed({ ...about, merchantTxnNo: 'BANKSOWN1' }));
    expect(await numbers()).toEqual([{ number: 'BANKSOWN1' }]);
  });

  describe('of a bank that keeps each try under a number of its own', () => {
    /** The customer has pressed a button on the bank's page, which tells of it under a number of its own. */
    const tried = async (button: string) => {
      await test.bank.control({ op: 'configure', ownMerchantTxnNo: true });
      const link = await createLink(seller, 'silver');
      const fields = await test.bank.press(await pressPay(customer, link.paymentId), button);
      await test.bank.control({ op: 'configure', ownMerchantTxnNo: false });
      const own = fields?.get('merchantTxnNo') ?? '';
      return { link, own, message: String(fields) };
    };
    const earlierOf = ({ invoiceNo }: Link) => `MT${invoiceNo.slice(-8)}`;
    const failureOf = (link: Link, more: Record<string, string> = {}) => {
      const about = { merchantTxnNo: earlierOf(link), responseCode: '039', txnID: '7700230000009' };
      return signed(named(link, { ...about, ...more }));
    };
    const numberOf = async ({ invoiceNo }: Link) => {
      const sql = 'SELECT bank_merchant_txn_no AS number FROM payment_attempts WHERE invoice_no = ?';
      return ((await test.get(DataSource).query(sql, [invoiceNo])) as { number: string }[])[0]?.number;
    };
    const later = async () => {
      // The checks that the messages started end first.
      await test.settle();
      await test.bank.control({ op: 'advance-clock', ms: 20_000 });
      test.clock.advance(HOUR);
      await test.poll();
    };

    it('a late or repeated message about an earlier try does not replace the number of the newer one', async () => {
      const { link, own, message } = await tried('pending-success');
      await DOORS.advice?.(customer, failureOf(link));
      expect(await numberOf(link)).toBe(earlierOf(link));
      await DOORS.advice?.(customer, message);
      expect(await numberOf(link)).toBe(own);
      for (const more of [undefined, { respDescription: 'Declined' }])
        await DOORS.advice?.(customer, failureOf(link, more));
      expect(await numberOf(link)).toBe(own);
      await later();
      expect(await statusOf(customer, link.paymentId)).toBe('completed');
    });

    it('nor does one that is stored together with it', async () => {
      const { link, own, message } = await tried('pending-success');
      const together = [message, failureOf(link), message, failureOf(link, { respDescription: 'Declined' })];
      await Promise.all(together.map(async (each) => DOORS.advice?.(customer, each)));
      expect(await numberOf(link)).toBe(own);
      await later();
      expect(await statusOf(customer, link.paymentId)).toBe('completed');
    });

    it('a failure of an earlier try that comes after the capture does not put the capture in doubt', async () => {
      const { link, own, message } = await tried('pay-nb');
      await DOORS.advice?.(customer, message);
      await later();
      expect(await statusOf(customer, link.paymentId)).toBe('completed');
      await DOORS.advice?.(customer, failureOf(link));
      await later();
      expect(await numberOf(link)).toBe(own);
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    });

    it('a failure that is claimed after another one may be none: STATUS is asked about the newest', async () => {
      const { link, own, message } = await tried('pay-nb');
      const txnID = new URLSearchParams(message).get('txnID') ?? '';
      await DOORS.advice?.(customer, failureOf(link));
      await DOORS.advice?.(customer, failureOf(link, { merchantTxnNo: own, txnID }));
      expect(await numberOf(link)).toBe(own);
      await later();
      expect(await statusOf(customer, link.paymentId)).toBe('completed');
    });

    it('once STATUS has said that a try failed, whatever is told of another one is asked about', async () => {
      const { link, own, message } = await tried('decline');
      const newer = 'MT900001';
      const about = { merchantTxnNo: own, txnID: new URLSearchParams(message).get('txnID') ?? '' };
      await DOORS.advice?.(customer, failureOf(link, { ...about, responseCode: 'R1000' }));
      await DOORS.advice?.(customer, message);
      await later();
      expect(await statusOf(customer, link.paymentId)).toBe('failed');
      await DOORS.advice?.(customer, failureOf(link, { merchantTxnNo: newer, responseCode: '0015' }));
      expect(await numberOf(link)).toBe(newer);
      test.clock.advance(MINUTE);
      await DOORS.advice?.(customer, failureOf(link, { merchantTxnNo: newer, responseCode: 'R1000' }));
      await DOORS.advice?.(customer, failureOf(link, { ...about, respDescription: 'Declined' }));
      expect(await numberOf(link)).toBe(newer);
      await test.settle();
    });

    it('a failure of the captured transaction brings its number back, so that STATUS tells of its reversal', async () => {
      const { link, own, message } = await tried('pay-nb');
      const txnID = new URLSearchParams(message).get('txnID') ?? '';
      await DOORS.advice?.(customer, message);
      await later();
      await DOORS.advice?.(customer, signed(named(link, { merchantTxnNo: earlierOf(link), txnID: '7700230000010' })));
      expect(await numberOf(link)).toBe(earlierOf(link));
      await DOORS.advice?.(customer, failureOf(link, { merchantTxnNo: own, txnID }));
      expect(await numberOf(link)).toBe(own);
      await later();
    });
  });

  it('an old success, sent again after the refund and after thirty days: nothing changes, and the answer stays the same', async () => {
    const link = await createLink(seller, 'silver');
    const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb');
    const event = await comeBack(customer, fields);
    expect((await verify(customer, event)).body.data.state).toBe('completed');
    await switchRefunds(test, true);
    expect((await refund(seller, link.paymentId, 100)).status).toBeLessThan(300);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    expect(await statusOf(customer, link.paymentId)).toBe('refunded');
    const rows = async () =>
      JSON.stringify([
        await test.get(DataSource).query('SELECT status, paid_at, refunded_amount FROM payments ORDER BY id'),
        await test.get(DataSource).query('SELECT id, bank_txn_id, status FROM payment_attempts ORDER BY id'),
        await test.get(DataSource).query('SELECT id, token_number FROM tokens ORDER BY id'),
      ]);
    const before = await rows();
    for (const wait of [0, 30 * DAY]) {
      test.clock.advance(wait);
      for (const send of Object.values(DOORS)) {
        const { body } = await send(customer, fields ?? '');
        expect(body.success).toBe(true);
      }
      await test.settle();
      expect(await rows()).toBe(before);
      const again = await verify(customer, await comeBack(customer, fields));
      expect(again.body.data).toMatchObject({ state: 'completed', paymentId: link.paymentId });
    }
  });

  it('hundreds of guesses, more than are taken from one address: known and unknown references are told the same, and the bank is asked nothing', async () => {
    const link = await createLink(seller, 'silver');
    await pressPay(customer, link.paymentId);
    const before = await calls();
    const answers: Record<string, Set<string>> = { known: new Set(), unknown: new Set() };
    for (let time = 0; time < GUESSES; time += 1)
      for (const kind of ['known', 'unknown']) {
        const invoiceNo = kind === 'known' ? link.invoiceNo : 'INV2024999999';
        const secureHash = time.toString(16).padStart(64, '0');
        const guess = { ...named(link), invoiceNo, secureHash };
        const { status, body } = await customer.post('/api/payments/verify-callback', guess);
        // How long to wait is the only thing that time changes.
        answers[kind]?.add(
          JSON.stringify([status, body]).replace(/\d+ (?:seconds?|minutes)|"retryAfterSeconds":\d+/g, ''),
        );
      }
    expect([...(answers.known ?? [])].sort()).toEqual([...(answers.unknown ?? [])].sort());
    expect([...(answers.known ?? [])].some((answer) => answer.startsWith('[400'))).toBe(true);
    expect(await calls()).toBe(before);
    expect(await statusOf(customer, link.paymentId)).toBe('initiated');
    const [{ n } = { n: 0 }] = (await test
      .get(DataSource)
      .query('SELECT COUNT(*) AS n FROM gateway_notices WHERE attempt_id IS NULL')) as { n: number }[];
    expect(Number(n)).toBeLessThan(2 * GUESSES);
  });
});

describe('in production', () => {
  it("the sandbox merchant's messages are refused, well signed as they are", async () => {
    const test = await TestApp.start({ env: { GATEWAY_MERCHANT_ID: 'T_REAL7' } });
    try {
      const fields = {
        amount: '100.00',
        invoiceNo: 'INV1',
        merchantId: 'T_SANDBOX1',
        paymentID: '1',
        responseCode: '0000',
      };
      const message = new URLSearchParams({ ...fields, secureHash: secureHashV1(fields, KEY) });
      const { status, body } = (await DOORS.return?.(test.client(), message)) ?? { status: 0, body: null };
      expect([status, body.success]).toEqual([400, false]);
      const rows = (await test.get(DataSource).query('SELECT problem, attempt_id AS attempt FROM gateway_notices')) as {
        problem: string;
        attempt: number | null;
      }[];
      expect(rows).toEqual([{ problem: 'other_merchant', attempt: null }]);
    } finally {
      await test.close();
    }
  });
});
