import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Global, Logger, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UnitOfWork } from '../database/unit-of-work.js';
import { GatewayModule, GatewaySettings, PaymentGateway } from '../modules/gateway/index.js';
import { BackgroundTasks } from '../runtime/background.js';
import { Clock } from '../runtime/clock.js';
import { Metrics } from '../runtime/metrics.js';
import { PrimaryLink } from '../runtime/workers/primary-link.js';
import { createSandboxBank, type SandboxBank } from './index.js';

/** The product's client against this bank over loopback: every fault must become its own kind of result. */
const KEY = 'sandbox-key-1';
const TIMEOUT_MS = 400;
let bank: SandboxBank;
let settings: { -readonly [Name in keyof GatewaySettings]: GatewaySettings[Name] };
let product: TestingModule;
let gateway: AtDefault;
let calls: Record<string, unknown>[] = [];
let recording: () => void = () => undefined;
let counter = 0;

type Query<Name extends keyof PaymentGateway> = Parameters<PaymentGateway[Name]>[0];
type AtDefault = {
  [Name in 'createInvoice' | 'queryStatus' | 'refund' | 'queryRefund']: (
    query: Omit<NonNullable<Query<Name>>, 'merchantProfile'>,
  ) => ReturnType<PaymentGateway[Name]>;
} & Pick<PaymentGateway, 'settled'>;
/** All calls but those about merchants are at the default one. */
function atDefault(all: PaymentGateway): AtDefault {
  const merchantProfile = null;
  return {
    settled: () => all.settled(),
    createInvoice: (order) => all.createInvoice({ ...order, merchantProfile }),
    queryStatus: (query) => all.queryStatus({ ...query, merchantProfile }),
    refund: (order) => all.refund({ ...order, merchantProfile }),
    queryRefund: (query) => all.queryRefund({ ...query, merchantProfile }),
  };
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
const uow = {
  runOne: (work: (tx: unknown) => Promise<unknown>) => {
    recording();
    return work({
      query: (sql: string, values: unknown[]) => {
        const names = /\(([a-z_, ]+)\)/.exec(sql)![1]!.split(', ').map(camelCase);
        for (let at = 0; at < values.length; at += names.length)
          calls.push(Object.fromEntries(names.map((name, of) => [name, values[at + of]])));
        return Promise.resolve();
      },
    });
  },
};
const clock: Clock = { now: () => new Date('2026-10-08T12:00:00Z') };

beforeAll(async () => {
  bank = await createSandboxBank({ port: 0, merchantId: 'T_SANDBOX1', secretKey: KEY, quiet: true });
  settings = {
    baseUrl: bank.url,
    merchantId: 'T_SANDBOX1',
    secretKey: KEY,
    invoicePath: '/portal/pay/paymentInvoiceService',
    commandPath: '/api/command',
    hashVersion: 'v1',
    timeoutMs: TIMEOUT_MS,
    allowedHosts: [new URL(bank.url).host],
  };
  @Global()
  @Module({
    providers: [
      { provide: GatewaySettings, useValue: settings },
      { provide: Clock, useValue: clock },
      { provide: UnitOfWork, useValue: uow },
      PrimaryLink,
      Metrics,
      BackgroundTasks,
    ],
    exports: [GatewaySettings, Clock, UnitOfWork, Metrics, BackgroundTasks],
  })
  class Surroundings {}
  product = await Test.createTestingModule({ imports: [Surroundings, GatewayModule] })

    .compile();
  Logger.overrideLogger(false);
  gateway = atDefault(product.get(PaymentGateway));
});
afterAll(async () => {
  await product.close();
  await bank.close();
});
beforeEach(async () => {
  await control({ op: 'reset' });
  Object.assign(settings, {
    baseUrl: bank.url,
    hashVersion: 'v1',
    secretKey: KEY,
    merchantId: 'T_SANDBOX1',
    timeoutMs: TIMEOUT_MS,
  });
  delete settings.aggregatorId;
  recording = () => undefined;
  calls = [];
});

async function control(order: object): Promise<Record<string, unknown>> {
  const response = await fetch(bank.controlUrl, { method: 'POST', body: JSON.stringify(order) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(String(answer['error']));
  return answer;
}

function order(invoiceNo = `INV${++counter}`) {
  return {
    invoiceNo,
    amountPaise: 5_100_000,
    tokenType: 'gold',
    referenceType: 'direct',
    description: 'Gold token – für José',
    dueDateIst: '31/12/2099',
    customerName: 'आरती राव',
    mobile10: '9876543210',
    email: 'asha@example.com',
    returnUrl: 'http://localhost:3000/payment/verify',
  };
}

async function paidInvoice(outcome = 'pay-nb'): Promise<string> {
  const { invoiceNo, ...rest } = order();
  await gateway.createInvoice({ invoiceNo, ...rest });
  await control({ op: 'outcome', invoiceNo, outcome });
  return invoiceNo;
}

describe('creation', () => {
  it.each(['v1', 'v2'] as const)('makes an invoice once (%s)', async (hashVersion) => {
    Object.assign(settings, { hashVersion, aggregatorId: 'A_SANDBOX1' });
    const wanted = order();
    const first = await gateway.createInvoice(wanted);
    const redirectUrl = expect.stringContaining('/pg/portal/pay/i/');
    expect(first).toMatchObject({ kind: 'created', responseCode: '0000', redirectUrl });
    expect(await gateway.createInvoice(wanted)).toEqual({ kind: 'exists', redirectUrl });
    expect(bank.state.invoices.get(wanted.invoiceNo)).toMatchObject({
      amountPaise: 5_100_000,
      userName: 'Customer',
      description: 'Gold token fur Jose',
    });
  });
  it('another key or merchant is refused and leaves nothing', async () => {
    settings.secretKey = 'another-key';
    expect(await gateway.createInvoice(order())).toMatchObject({
      kind: 'refused',
      code: '400',
      hashMismatch: true,
      alert: true,
    });
    Object.assign(settings, { secretKey: KEY, merchantId: 'T_SOMEBODY' });
    expect(await gateway.createInvoice(order())).toMatchObject({ kind: 'refused', code: 'P1006', hashMismatch: false });
    expect(bank.state.invoices.size).toBe(0);
  });
  it('a refusal over the hash is reported as such', async () => {
    await control({ op: 'fault', on: 'create', kind: 'code', code: '400', text: 'Secure hash mismatch' });
    expect(await gateway.createInvoice(order())).toMatchObject({ kind: 'refused', code: '400', hashMismatch: true });
  });
  it('a past due date is refused with the text of either spelling', async () => {
    for (let round = 0; round < 2; round += 1) {
      expect(await gateway.createInvoice({ ...order(), dueDateIst: '01/01/2020' })).toMatchObject({
        kind: 'refused',
        text: 'Invalid dueDate',
      });
    }
  });
  it.each<[string, object, object, boolean]>([
    ['http-500', {}, { kind: 'unknown', reason: 'http' }, false],
    ['http-500 after commit', { commit: true }, { kind: 'unknown', reason: 'http' }, true],
    ['http-502-html', {}, { kind: 'unknown', reason: 'http' }, false],
    ['http-403-html', {}, { kind: 'unknown', reason: 'http' }, false],
    ['http-429', { ms: 9000 }, { kind: 'unknown', reason: 'rate-limited', retryAfterSeconds: 9 }, false],
    ['redirect-30x', {}, { kind: 'unknown', reason: 'http', detail: 'HTTP 302' }, false],
    ['empty', {}, { kind: 'unknown', reason: 'unreadable' }, false],
    ['truncated', {}, { kind: 'unknown', reason: 'unreadable' }, true],
    ['oversize', {}, { kind: 'unknown', reason: 'unreadable' }, true],
    ['wrong-types', {}, { kind: 'unknown', reason: 'unreadable' }, true],
    ['repeated-field', {}, { kind: 'unknown', reason: 'unreadable' }, true],
    ['hang', { ms: 5000 }, { kind: 'unknown', reason: 'timeout' }, false],
    ['hang after commit', { ms: 5000, commit: true }, { kind: 'unknown', reason: 'timeout' }, true],
    ['slow-drip', { ms: 50 }, { kind: 'unknown', reason: 'timeout' }, true],
    ['reset-before', {}, { kind: 'unknown', reason: 'network' }, false],
    ['reset-after-commit', {}, { kind: 'unknown', reason: 'network' }, true],
    ['wrong-hash', {}, { kind: 'unknown', reason: 'bad-hash' }, true],
    ['other-key', {}, { kind: 'unknown', reason: 'bad-hash' }, true],
    ['wrong-merchant', {}, { kind: 'unknown', reason: 'unreadable' }, true],
    ['unknown-invoice', {}, { kind: 'unknown', reason: 'unreadable' }, true],
    ['missing-hash', {}, { kind: 'created' }, true],
    ['upper-hash', {}, { kind: 'created' }, true],
    ['other-host', {}, { kind: 'refused', code: 'REDIRECT_HOST', alert: true }, true],
    ['no-link', {}, { kind: 'unknown', reason: 'unreadable' }, true],
  ])('%s', async (name, more, expected, committed) => {
    await control({ op: 'fault', on: 'create', kind: name.split(' ')[0], ...more });
    const wanted = order();
    expect(await gateway.createInvoice(wanted)).toMatchObject(expected);
    expect(bank.state.invoices.has(wanted.invoiceNo)).toBe(committed);
    await gateway.settled();
    expect(calls).toHaveLength(1);
  });
});

describe('status', () => {
  it.each([
    ['pay-upi', 'paid'],
    ['pay-card', 'paid'],
    ['pay-nb', 'paid'],
    ['pay-close-tab', 'paid'],
    ['pay-no-advice', 'paid'],
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
    ['pending-success', 'pending'],
    ['pending-decline', 'pending'],
  ])('%s is %s', async (outcome, kind) => {
    const invoiceNo = await paidInvoice(outcome);
    expect((await gateway.queryStatus({ originalTxnNo: invoiceNo })).kind).toBe(kind);
  });
  it('nobody has paid yet, or the number is unknown', async () => {
    const wanted = order();
    await gateway.createInvoice(wanted);
    for (const originalTxnNo of [wanted.invoiceNo, 'INVNEVER']) {
      expect(await gateway.queryStatus({ originalTxnNo })).toEqual({ kind: 'not-found', code: 'P0039' });
    }
  });
  it('nobody has started to pay, where the bank says so of an invoice that it knows', async () => {
    const wanted = order();
    await gateway.createInvoice(wanted);
    await control({ op: 'configure', unpaidInvoiceCode: 'P0030' });
    const answers = [wanted.invoiceNo, 'INVNEVER'].map((originalTxnNo) => gateway.queryStatus({ originalTxnNo }));
    expect(await Promise.all(answers)).toMatchObject([
      { kind: 'pending', code: 'P0030' },
      { kind: 'not-found', code: 'P0039' },
    ]);
    await control({ op: 'configure', unpaidInvoiceCode: 'P0039' });
  });
  it('evidence of a payment, also asked with a fresh number, by V2 and as an aggregated merchant', async () => {
    const originalTxnNo = await paidInvoice();
    const evidence = {
      merchantId: 'T_SANDBOX1',
      merchantTxnNo: originalTxnNo,
      amountPaise: 5_100_000,
      otherChargePaise: null,
      paymentMode: 'NB',
      paymentSubInstType: 'HDFC Bank',
      txnStatus: 'SUC',
      txnResponseCode: '0000',
      transactionType: 'SALE',
      txnId: expect.stringMatching(/^\d{13}$/),
      paidAtText: expect.stringMatching(/^\d{14}$/),
    };
    expect(await gateway.queryStatus({ originalTxnNo })).toMatchObject({ kind: 'paid', evidence });
    Object.assign(settings, { hashVersion: 'v2', aggregatorId: 'A_SANDBOX1' });
    expect(await gateway.queryStatus({ originalTxnNo, merchantTxnNo: 'ST0001' })).toMatchObject({
      kind: 'paid',
      evidence,
    });
  });
  it('an open payment settles with time', async () => {
    const [good, bad] = [await paidInvoice('pending-success'), await paidInvoice('pending-decline')];
    await control({ op: 'advance-clock', ms: 15_000 });
    expect(await gateway.queryStatus({ originalTxnNo: good })).toMatchObject({ kind: 'paid' });
    expect(await gateway.queryStatus({ originalTxnNo: bad })).toMatchObject({ kind: 'declined', code: '039' });
  });
  it('a reversal days later', async () => {
    const invoiceNo = await paidInvoice();
    await control({ op: 'reverse', invoiceNo });
    expect(await gateway.queryStatus({ originalTxnNo: invoiceNo })).toMatchObject({ kind: 'declined' });
  });
  it("the bank's own number, where it has one", async () => {
    await control({ op: 'configure', ownMerchantTxnNo: true });
    const invoiceNo = await paidInvoice();
    expect((await gateway.queryStatus({ originalTxnNo: invoiceNo })).kind).toBe('not-found');
    const own = bank.state.invoices.get(invoiceNo)?.merchantTxnNo ?? '';
    expect(await gateway.queryStatus({ originalTxnNo: own })).toMatchObject({
      kind: 'paid',
      evidence: { merchantTxnNo: own },
    });
  });
  it.each<[string, object]>([
    ['different-amount', { kind: 'paid', evidence: { amountPaise: 5_100_001 } }],
    ['amount-without-decimals', { kind: 'paid', evidence: { amountPaise: 5_100_000 } }],
    ['oth-charge', { kind: 'paid', evidence: { amountPaise: 5_100_000, otherChargePaise: 3517 } }],
    ['boolean-oth-charge', { kind: 'paid', evidence: { otherChargePaise: null } }],
    ['other-currency', { kind: 'paid', evidence: { currency: '840' } }],
    ['upper-hash', { kind: 'paid' }],
    ['err', { kind: 'error-state', txnStatus: 'ERR' }],
    ['unknown-word', { kind: 'error-state', txnStatus: 'XYZ' }],
    ['reversed', { kind: 'declined', text: 'Transaction reversed' }],
    ['no-txn-id', { kind: 'error-state' }],
    ['req', { kind: 'pending' }],
    ['lag-not-found', { kind: 'not-found' }],
    ['refund-type', { kind: 'mismatch', field: 'transaction-type' }],
    ['wrong-merchant', { kind: 'mismatch', field: 'merchant' }],
    ['unknown-invoice', { kind: 'mismatch', field: 'reference' }],
    ['wrong-hash', { kind: 'unknown', reason: 'bad-hash' }],
    ['missing-hash', { kind: 'unknown', reason: 'bad-hash' }],
    ['other-key', { kind: 'unknown', reason: 'bad-hash' }],
    ['altered-amount', { kind: 'unknown', reason: 'bad-hash' }],
    ['wrong-types', { kind: 'unknown', reason: 'unreadable' }],
    ['http-429', { kind: 'unknown', reason: 'rate-limited', retryAfterSeconds: 7 }],
    ['truncated', { kind: 'unknown', reason: 'unreadable' }],
    ['reset-before', { kind: 'unknown', reason: 'network' }],
    ['code', { kind: 'unknown', reason: 'refused-question', code: 'P1006' }],
  ])('%s', async (kind, expected) => {
    const originalTxnNo = await paidInvoice();
    await control({ op: 'fault', on: 'status', kind, invoiceNo: originalTxnNo });
    expect(await gateway.queryStatus({ originalTxnNo })).toMatchObject(expected);
    expect(await gateway.queryStatus({ originalTxnNo })).toMatchObject({ kind: 'paid' });
  });
});

describe('refund', () => {
  it('is accepted, then pending, then done once', async () => {
    const originalTxnNo = await paidInvoice();
    const refund = { refundRef: 'RF0000000000000001', originalTxnNo, amountPaise: 150_050 };
    expect(await gateway.queryRefund(refund)).toEqual({ kind: 'not-found', code: 'P0039' });
    expect(await gateway.refund(refund)).toMatchObject({ kind: 'accepted', code: 'R1000' });
    expect(await gateway.refund(refund)).toMatchObject({ kind: 'duplicate' });
    expect(await gateway.queryRefund(refund)).toMatchObject({ kind: 'pending' });
    expect(await control({ op: 'settle-refunds' })).toMatchObject({ settled: 1 });
    expect(await gateway.queryRefund(refund)).toMatchObject({ kind: 'done', amountPaise: 150_050 });
    expect(await gateway.queryStatus({ originalTxnNo })).toMatchObject({ kind: 'paid' });
    expect(bank.state.ledger()).toEqual({ capturedPaise: 5_100_000, refundedPaise: 150_050 });
  });
  it('never more than was paid; a rejected one frees its amount', async () => {
    const originalTxnNo = await paidInvoice();
    const send = (refundRef: string, amountPaise: number) => gateway.refund({ refundRef, originalTxnNo, amountPaise });
    const both = await Promise.all([send('RFA', 3_000_000), send('RFB', 3_000_000)]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['accepted', 'refused']);
    await control({ op: 'settle-refunds', result: 'REJ' });
    expect(await gateway.queryRefund({ refundRef: both[0].kind === 'accepted' ? 'RFA' : 'RFB' })).toMatchObject({
      kind: 'rejected',
      code: '039',
    });
    expect(await send('RFC', 5_100_000)).toMatchObject({ kind: 'accepted' });
    expect(await send('RFD', 1)).toMatchObject({ kind: 'refused', code: 'P1112' });
  });
  it('of what was never paid is refused', async () => {
    const originalTxnNo = await paidInvoice('decline');
    expect(await gateway.refund({ refundRef: 'RFX', originalTxnNo, amountPaise: 100 })).toMatchObject({
      kind: 'refused',
      code: 'P1112',
    });
  });
  it('of one of two payments, by the id of the bank', async () => {
    const originalTxnNo = await paidInvoice();
    await control({ op: 'outcome', invoiceNo: originalTxnNo, outcome: 'pay-upi' });
    const [first] = bank.state.invoices.get(originalTxnNo)?.transactions ?? [];
    const byId = { refundRef: 'RFY', originalTxnNo: first?.txnId ?? '', amountPaise: 5_100_000 };
    expect(await gateway.refund(byId)).toMatchObject({ kind: 'accepted' });
    expect(await gateway.refund({ ...byId, refundRef: 'RFZ' })).toMatchObject({ kind: 'refused' });
    expect(await gateway.refund({ refundRef: 'RFW', originalTxnNo, amountPaise: 5_100_000 })).toMatchObject({
      kind: 'accepted',
    });
  });
  it('settles by the clock where so configured', async () => {
    await control({ op: 'configure', settleRefundsAfterMs: 60_000, refundCode: 'P1000' });
    const originalTxnNo = await paidInvoice();
    expect(await gateway.refund({ refundRef: 'RFT', originalTxnNo, amountPaise: 100 })).toMatchObject({
      kind: 'accepted',
      code: 'P1000',
    });
    expect((await gateway.queryRefund({ refundRef: 'RFT' })).kind).toBe('pending');
    await control({ op: 'advance-clock', ms: 60_000 });
    expect((await gateway.queryRefund({ refundRef: 'RFT' })).kind).toBe('done');
  });
  it.each<[string, object, string, boolean]>([
    ['reset-after-commit', {}, 'unknown', true],
    ['reset-before', {}, 'unknown', false],
    ['hang', { ms: 5000, commit: true }, 'unknown', true],
    ['http-500', { commit: true }, 'unknown', true],
    ['missing-hash', {}, 'unknown', true],
    ['wrong-hash', {}, 'unknown', true],
    ['truncated', {}, 'unknown', true],
    ['code', { code: 'P9999' }, 'unknown', false],
    ['code', { code: 'P1112' }, 'refused', false],
    ['code', { code: '0399', commit: true }, 'failed', true],
  ])('%s %j', async (kind, more, expected, committed) => {
    const originalTxnNo = await paidInvoice();
    await control({ op: 'fault', on: 'refund', kind, ...more });
    const refund = { refundRef: `RF${++counter}`, originalTxnNo, amountPaise: 100 };
    expect((await gateway.refund(refund)).kind).toBe(expected);
    expect((await gateway.queryRefund(refund)).kind).toBe(committed ? 'pending' : 'not-found');
  });
});

describe('the line itself', () => {
  it('nothing listens: certainly not sent', async () => {
    const server: Server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    settings.baseUrl = `http://127.0.0.1:${port}/pg`;
    expect(await gateway.createInvoice(order())).toEqual({
      kind: 'not-sent',
      reason: 'connection-refused',
      detail: 'ECONNREFUSED',
    });
    expect(await gateway.refund({ refundRef: 'RF', originalTxnNo: 'I', amountPaise: 1 })).toMatchObject({
      kind: 'not-sent',
    });
    expect(await gateway.queryStatus({ originalTxnNo: 'I' })).toMatchObject({ kind: 'unknown', reason: 'not-sent' });
    expect(await gateway.queryRefund({ refundRef: 'RF' })).toMatchObject({ kind: 'unknown', reason: 'not-sent' });
  });
  it('an unknown host: certainly not sent', async () => {
    Object.assign(settings, { baseUrl: 'http://bank.invalid/pg', timeoutMs: 10_000 });
    expect(await gateway.createInvoice(order())).toMatchObject({ kind: 'not-sent', reason: 'dns' });
  });
});

describe('the trace', () => {
  it('keeps each exchange without secrets or persons', async () => {
    const wanted = order();
    await gateway.createInvoice({ ...wanted, customerName: 'Asha Rao', requestId: 'req-1' });
    await gateway.settled();
    expect(calls).toEqual([
      expect.objectContaining({
        kind: 'create-invoice',
        reference: wanted.invoiceNo,
        startedAt: '2026-10-08 12:00:00.000',
        httpStatus: 200,
        outcome: 'created',
        requestId: 'req-1',
      }),
    ]);
    const text = JSON.stringify(calls);
    for (const secret of ['asha@', 'Asha Rao', '9876543210', KEY]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
    await control({ op: 'fault', on: 'status', kind: 'http-502-html' });
    await gateway.queryStatus({ originalTxnNo: wanted.invoiceNo });
    await gateway.settled();
    expect(calls[1]).toMatchObject({
      kind: 'status',
      httpStatus: 502,
      outcome: 'unknown:http',
      response: expect.stringContaining('<html>'),
      requestId: null,
    });
  });
  it('never spoils an answer', async () => {
    recording = () => {
      throw new Error('disk full');
    };
    expect(await gateway.createInvoice(order())).toMatchObject({ kind: 'created' });
  });
});
