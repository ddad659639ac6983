import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secureHashV1 } from '../domain/bank-hash/secure-hash.js';
import { createSandboxBank, type SandboxBank, type SandboxBankOptions } from './index.js';

const KEY = 'sandbox-key-1';
const DAY_MS = 86_400_000;
let folder: string;
let bank: SandboxBank | undefined;
let shop: Server;
let received: { type: string; body: string }[];
let shopStatus: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-bank-'));
  [received, shopStatus] = [[], 200];
  shop = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({ type: request.headers['content-type'] ?? '', body });
      response.writeHead(shopStatus).end();
    });
  });
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await bank?.close();
  bank = undefined;
  shop.closeAllConnections();
  await new Promise((done) => shop.close(done));
  rmSync(folder, { recursive: true });
});

async function start(more: Partial<SandboxBankOptions> = {}): Promise<SandboxBank> {
  const adviceUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/advice`;
  bank = await createSandboxBank({
    port: 0,
    merchantId: 'T_SANDBOX1',
    secretKey: KEY,
    adviceUrl,
    quiet: true,
    ...more,
  });
  return bank;
}

async function control(order: object): Promise<Record<string, unknown>> {
  const response = await fetch(bank?.controlUrl ?? '', { method: 'POST', body: JSON.stringify(order) });
  return (await response.json()) as Record<string, unknown>;
}

function post(path: string, fields: Record<string, string>, json = true): Promise<Record<string, string>> {
  const signed = { ...fields, secureHash: secureHashV1(fields, KEY) };
  const init = json
    ? { body: JSON.stringify(signed), headers: { 'content-type': 'application/json' } }
    : { body: new URLSearchParams(signed) };
  return fetch(`${bank?.url}${path}`, { method: 'POST', ...init }).then(
    (response) => response.json() as Promise<Record<string, string>>,
  );
}

/** As a further merchant, or with a key that is not its own. */
const NORTH = { merchantId: 'T_NORTH', secretKey: 'sandbox-key-north' };
function postAs(path: string, fields: Record<string, string>, key: string): Promise<Record<string, string>> {
  const body = new URLSearchParams({ ...fields, secureHash: secureHashV1(fields, key) });
  return fetch(`${bank?.url}${path}`, { method: 'POST', body }).then(
    (response) => response.json() as Promise<Record<string, string>>,
  );
}

const FIELDS = {
  merchantId: 'T_SANDBOX1',
  invoiceNo: 'INV1',
  chargeAmount: '100.00',
  chargeHead1: '60.00',
  chargeHead2: '40.00',
  currencyCode: '356',
  desc: 'Silver token',
  dueDate: '31/12/2099',
  userName: 'Asha Rao',
  emailID: 'asha@example.com',
  paymentReturnURL: 'http://localhost:3000/return',
};
const create = (more: Record<string, string> = {}, json = true) =>
  post('/portal/pay/paymentInvoiceService', { ...FIELDS, ...more }, json);
const advicesSeen = (count: number) => waitFor(() => received.length >= count);

async function waitFor(ready: () => boolean): Promise<void> {
  for (let round = 0; round < 1500 && !ready(); round += 1) await new Promise((done) => setTimeout(done, 20));
  expect(ready()).toBe(true);
}

describe('creation checks', () => {
  beforeEach(() => start({ basePath: 'tsp/pg/' }));
  it('takes JSON and form, heads that add up', async () => {
    expect(bank?.url).toMatch(/\/tsp\/pg$/);
    expect(await create()).toMatchObject({
      responseCode: '0000',
      invoiceNo: 'INV1',
      redirectionURL: expect.stringContaining('/tsp/pg/portal/pay/i/'),
    });
    expect(await create({ invoiceNo: 'INV2' }, false)).toMatchObject({ responseCode: '0000' });
    expect(await create()).toMatchObject({ responseCode: '405' });
  });
  it.each<[Record<string, string>, string]>([
    [{ merchantId: 'T_X' }, 'P1006'],
    [{ chargeAmount: '100' }, 'P1006'],
    [{ chargeHead2: '40.01' }, 'P1006'],
    [{ currencyCode: '840' }, 'P1006'],
    [{ dueDate: '2099-12-31' }, 'P1006'],
    [{ dueDate: '31/02/2099' }, 'P1006'],
    [{ dueDate: '01/01/2020' }, 'P1006'],
    [{ paymentReturnURL: '/x' }, 'P1006'],
    [{ invoiceNo: 'a b' }, 'P1006'],
    [{ invoiceNo: 'a'.repeat(33) }, 'P1006'],
    [{ userName: 'José' }, 'P1006'],
    [{ desc: 'Gold – token' }, 'P1006'],
  ])('refuses %j', async (change, code) => {
    expect(await create(change)).toMatchObject({ responseCode: code });
    expect(bank?.state.invoices.size).toBe(0);
  });
  it('a wrong hash before anything else but the merchant', async () => {
    const response = await fetch(`${bank?.url}/portal/pay/paymentInvoiceService`, {
      method: 'POST',
      body: JSON.stringify({ ...FIELDS, chargeAmount: 'x', secureHash: 'f'.repeat(64) }),
    });
    expect(await response.json()).toMatchObject({ responseCode: '400' });
    expect(
      await (
        await fetch(`${bank?.url}/api/command`, {
          method: 'POST',
          body: '[1]',
          headers: { 'content-type': 'application/json' },
        })
      ).json(),
    ).toMatchObject({ responseCode: 'P1006' });
  });
  it('answers the status of an invoice', async () => {
    await create();
    const ask = () =>
      post('/portal/pay/paymentInvoiceService', { merchantId: 'T_SANDBOX1', invoiceNo: 'INV1', reqType: 'status' });
    expect(await ask()).toMatchObject({ responseCode: 'P0039' });
    await control({ op: 'configure', unpaidInvoiceCode: 'P0030' });
    expect(await ask()).toMatchObject({ responseCode: 'P0030' });
    await control({ op: 'outcome', invoiceNo: 'INV1', outcome: 'pay-upi' });
    expect(await ask()).toMatchObject({ responseCode: '0000', amount: '100.00', txnID: expect.any(String) });
  });
});

describe('advices', () => {
  beforeEach(async () => {
    await start();
    await create();
    await control({ op: 'configure', adviceDelayMs: 0 });
  });
  const pay = (outcome = 'pay-upi') => control({ op: 'outcome', invoiceNo: 'INV1', outcome });
  it('arrive signed, as form or JSON, as often as asked', async () => {
    await pay();
    await advicesSeen(1);
    const first = Object.fromEntries(new URLSearchParams(received[0]?.body));
    expect(first).toMatchObject({ responseCode: '0000', invoiceNo: 'INV1' });
    expect(first['secureHash']).toBe(secureHashV1(first, KEY));
    await control({ op: 'advice', invoiceNo: 'INV1', copies: 3, format: 'json' });
    await advicesSeen(4);
    expect(received[3]).toMatchObject({
      type: 'application/json',
      body: expect.stringContaining('"oth_charge":"false"'),
    });
  });
  it('wait for their time and come again until answered with 200', async () => {
    shopStatus = 500;
    await control({ op: 'configure', adviceDelayMs: 120_000 });
    await pay();
    expect(received).toEqual([]);
    await control({ op: 'advance-clock', ms: 120_000 });
    await waitFor(() => bank?.state.advices[0]?.attempts.length === 1);
    expect(bank?.state.advices[0]).toMatchObject({ state: 'waiting', attempts: [{ status: 500 }] });
    shopStatus = 200;
    await control({ op: 'advance-clock', ms: 10_000 });
    await waitFor(() => bank?.state.advices[0]?.state === 'delivered');
  });
  it('some endings send none, a reversal sends one', async () => {
    await pay('pay-no-advice');
    await pay('cancel');
    expect(bank?.state.advices).toEqual([]);
    await control({ op: 'reverse', invoiceNo: 'INV1' });
    await advicesSeen(1);
    expect(received[0]?.body).toContain('responseCode=039');
  });
  it('can be wrong or lost', async () => {
    await control({ op: 'fault', on: 'advice', kind: 'repeated-field' });
    await pay();
    await advicesSeen(1);
    expect(new URLSearchParams(received[0]?.body).getAll('responseCode')).toHaveLength(2);
    await control({ op: 'fault', on: 'advice', kind: 'drop' });
    await pay();
    expect(bank?.state.advices).toHaveLength(1);
  });
});

describe('control', () => {
  it('lists everything and resets it', async () => {
    await start();
    await create();
    await control({ op: 'fault', on: 'status', kind: 'req', times: 2 });
    const listed = (await (await fetch(bank?.controlUrl ?? '')).json()) as Record<string, unknown[]>;
    expect(listed).toMatchObject({
      invoices: [{ invoiceNo: 'INV1' }],
      refunds: [],
      advices: [],
      faults: [{ on: 'status', kind: 'req', times: 2 }],
    });
    await control({ op: 'reset' });
    expect(bank?.state.invoices.size).toBe(0);
  });
  it.each([
    { op: 'nothing' },
    { op: 'fault', on: 'moon', kind: 'req' },
    { op: 'fault', on: 'create', kind: 'req' },
    { op: 'advice', invoiceNo: 'X' },
    { op: 'outcome', invoiceNo: 'INV1', outcome: 'win' },
    { op: 'configure', colour: 1 },
  ])('refuses %j with a reason', async (order) => {
    await start();
    await create();
    expect(await control(order)).toMatchObject({ ok: false, error: expect.any(String) });
  });
});

describe('a restart', () => {
  it('keeps invoices, payments and refunds', async () => {
    const stateFile = join(folder, 'bank', 'state.json');
    await start({ stateFile });
    const { redirectionURL } = await create();
    await control({ op: 'outcome', invoiceNo: 'INV1', outcome: 'pay-upi' });
    await bank?.close();
    await start({ stateFile });
    expect(bank?.state.ledger().capturedPaise).toBe(10_000);
    const token = redirectionURL?.split('/').at(-1) ?? '';
    expect((await fetch(`${bank?.url}/portal/pay/i/${token}`)).status).toBe(200);
    expect(readdirSync(join(folder, 'bank'))).toEqual(['state.json']);
  });
  it('starts empty after a broken file', async () => {
    const stateFile = join(folder, 'state.json');
    writeFileSync(stateFile, '{"invoices":');
    await start({ stateFile });
    expect(bank?.state.invoices.size).toBe(0);
  });
});

describe('a void', () => {
  const command = (fields: Record<string, string>) =>
    post('/api/command', { merchantID: 'T_SANDBOX1', originalTxnNo: 'INV1', ...fields });
  const voidIt = (merchantTxnNo: string) => command({ merchantTxnNo, transactionType: 'REFUND', amount: '0.00' });
  const settlement = () => command({ merchantTxnNo: 'ST1', transactionType: 'SETTLSTATUS' });
  beforeEach(async () => {
    await start();
    await create();
  });

  it('of a settled payment is refused, also on the day of the payment', async () => {
    await control({ op: 'outcome', invoiceNo: 'INV1', outcome: 'pay-upi' });
    await control({ op: 'settle' });
    expect(await settlement()).toMatchObject({ settlementStatus: 'STD' });
    expect(await voidIt('RF1')).toMatchObject({ responseCode: 'P1112' });
    expect(bank?.state.refunds.size).toBe(0);
  });
  it('of a payment that the night has settled is refused', async () => {
    await control({ op: 'outcome', invoiceNo: 'INV1', outcome: 'pay-upi' });
    await control({ op: 'advance-clock', ms: DAY_MS });
    expect(await voidIt('RF1')).toMatchObject({ responseCode: 'P1112' });
    expect(await settlement()).toMatchObject({ settlementStatus: 'STD' });
  });
  it('of an unsettled payment is taken once, though it was begun on an earlier day', async () => {
    await control({ op: 'configure', pendingResolveMs: DAY_MS });
    await control({ op: 'outcome', invoiceNo: 'INV1', outcome: 'pending-success' });
    await control({ op: 'advance-clock', ms: DAY_MS });
    expect(await settlement()).toMatchObject({ settlementStatus: 'NSD' });
    expect(await voidIt('RF1')).toMatchObject({ responseCode: 'R1000' });
    expect(bank?.state.refund('RF1', undefined)).toMatchObject({ type: 'VOID', amountPaise: 10_000 });
    expect(await voidIt('RF2')).toMatchObject({ responseCode: 'P1112' });
  });
});

describe('several merchants', () => {
  const invoiceOf = (merchantId: string, key: string) =>
    postAs('/portal/pay/paymentInvoiceService', { ...FIELDS, merchantId }, key);
  const statusOf = (merchantID: string, key: string) => {
    const fields = { merchantID, merchantTxnNo: 'INV1', originalTxnNo: 'INV1', transactionType: 'STATUS' };
    return postAs('/api/command', fields, key);
  };

  it('each has its own key, invoices and ledger', async () => {
    const { state } = await start({ otherMerchants: [NORTH] });
    expect((await invoiceOf('T_NORTH', KEY)).responseCode).toBe('400');
    expect((await invoiceOf('T_SANDBOX1', NORTH.secretKey)).responseCode).toBe('400');
    expect((await invoiceOf('T_SOUTH', KEY)).responseCode).toBe('P1006');
    expect((await invoiceOf('T_NORTH', NORTH.secretKey)).responseCode).toBe('0000');
    await control({ op: 'outcome', invoiceNo: 'INV1', outcome: 'pay-upi' });
    expect(await statusOf('T_NORTH', NORTH.secretKey)).toMatchObject({ merchantId: 'T_NORTH', txnStatus: 'SUC' });
    expect(await statusOf('T_SANDBOX1', KEY)).toMatchObject({ merchantId: 'T_SANDBOX1', responseCode: 'P0039' });
    expect((await statusOf('T_NORTH', KEY)).responseCode).toBe('P1006');
    // The same number is another invoice there.
    expect((await invoiceOf('T_SANDBOX1', KEY)).responseCode).toBe('0000');
    expect(state.ledger({ owner: 'T_NORTH' }).capturedPaise).toBe(10_000);
    expect(state.ledger({}).capturedPaise).toBe(0);
    expect(state.ledger().capturedPaise).toBe(10_000);
    const { settlements } = await control({ op: 'settle' });
    expect(settlements).toMatchObject([{ owner: 'T_NORTH' }]);
  });

  it('the advice of one is signed with its key', async () => {
    await start({ otherMerchants: [NORTH] });
    await control({ op: 'configure', adviceDelayMs: 0 });
    await invoiceOf('T_NORTH', NORTH.secretKey);
    await control({ op: 'outcome', invoiceNo: 'INV1', outcome: 'pay-upi' });
    await advicesSeen(1);
    const { secureHash, ...fields } = Object.fromEntries(new URLSearchParams(received[0]?.body));
    expect(fields['merchantId']).toBe('T_NORTH');
    expect(secureHash).toBe(secureHashV1(fields, NORTH.secretKey));
  });
});
