import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { secureHashV1 } from '../domain/bank-hash/secure-hash.js';
import { createSandboxBank, type SandboxBank } from './index.js';

/** The hosted page as a browser without JavaScript sees it. */
const KEY = 'sandbox-key-1';
const RETURN_URL = 'http://localhost:3000/payment/verify?from=bank&x="<y>';
let bank: SandboxBank;
let link: string;

beforeAll(async () => {
  bank = await createSandboxBank({
    port: 0,
    merchantId: 'T_SANDBOX1',
    secretKey: KEY,
    aggregatorId: 'A_1',
    merchantName: 'Rao & Sons',
    quiet: true,
  });
});
afterAll(() => bank.close());
beforeEach(async () => {
  await control({ op: 'reset' });
  link = await createInvoice('INV1');
});

function control(order: object): Promise<Response> {
  return fetch(bank.controlUrl, { method: 'POST', body: JSON.stringify(order) });
}

async function createInvoice(invoiceNo: string, more: Record<string, string> = {}): Promise<string> {
  const fields = {
    merchantId: 'T_SANDBOX1',
    invoiceNo,
    chargeAmount: '51000.00',
    chargeHead1: '51000.00',
    currencyCode: '356',
    desc: 'Gold token',
    dueDate: '31/12/2099',
    userName: 'Asha Rao',
    emailID: 'asha@example.com',
    mobileNo: '9876543210',
    paymentReturnURL: RETURN_URL,
    addlParam1: 'gold',
    addlParam2: 'direct',
    ...more,
  };
  const body = JSON.stringify({ ...fields, secureHash: secureHashV1(fields, KEY) });
  const response = await fetch(`${bank.url}/portal/pay/paymentInvoiceService`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const answer = (await response.json()) as { responseCode: string; redirectionURL: string };
  expect(answer.responseCode).toBe('0000');
  return answer.redirectionURL;
}

async function press(outcome: string, more: Record<string, string> = {}) {
  const response = await fetch(`${link}/outcome`, { method: 'POST', body: new URLSearchParams({ outcome, ...more }) });
  return { response, html: await response.text() };
}

const unescaped = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_all, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
  );

function returnForm(html: string) {
  const [, method = '', action = ''] = /<form method="(\w+)" action="([^"]*)"/.exec(html) ?? [];
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [unescaped(name), unescaped(value)],
  );
  return { method, action: unescaped(action), fields: Object.fromEntries(fields) as Record<string, string> };
}

describe('the payment page', () => {
  it('shows what is paid, is marked as a sandbox, and has a button for every ending', async () => {
    const response = await fetch(link);
    const html = await response.text();
    expect(response.status).toBe(200);
    for (const text of [
      'SANDBOX',
      'no real money moves',
      'Rao &amp; Sons',
      '₹51,000.00',
      'INV1',
      'Gold token',
      'Asha Rao',
    ])
      expect(html).toContain(text);
    for (const value of [
      'pay-upi',
      'pay-card',
      'pay-nb',
      'decline',
      'cancel',
      'pending-success',
      'pending-decline',
      'pay-close-tab',
      'pay-no-advice',
    ]) {
      expect(html).toContain(`name="outcome" value="${value}"`);
    }
    const csp = response.headers.get('content-security-policy') ?? '';
    expect(csp).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; script-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(html).not.toContain('<script');
    expect(response.headers.get('x-powered-by')).toBeNull();
  });
  it('links past their day and unknown links take no payment', async () => {
    expect((await fetch(`${bank.url}/portal/pay/i/nothing`)).status).toBe(404);
    expect(
      (await fetch(`${bank.url}/portal/pay/i/nothing/outcome`, { method: 'POST', body: 'outcome=pay-upi' })).status,
    ).toBe(404);
    await control({ op: 'advance-clock', ms: 100 * 366 * 86_400_000 });
    expect((await fetch(link)).status).toBe(410);
    expect((await press('pay-upi')).response.status).toBe(410);
    expect(bank.state.ledger().capturedPaise).toBe(0);
  });
  it('an unknown button does nothing', async () => {
    for (const outcome of ['', 'free', 'constructor', '__proto__'])
      expect((await press(outcome)).response.status).toBe(400);
    expect(bank.state.invoices.get('INV1')?.transactions).toEqual([]);
  });
});

describe('the way back', () => {
  it('posts a signed form by itself, or by a button without JavaScript', async () => {
    const { response, html } = await press('pay-nb', { bank: 'Axis Bank' });
    const { method, action, fields } = returnForm(html);
    expect([method, action]).toEqual(['post', RETURN_URL]);
    expect(html).toMatch(/<button class="primary">Continue<\/button>/);
    expect(html).toMatch(/<script nonce="[^"]+">document\.getElementById\('return'\)\.submit\(\)<\/script>/);
    expect(response.headers.get('content-security-policy')).toContain('form-action http://localhost:3000;');
    expect(fields).toMatchObject({
      responseCode: '0000',
      merchantId: 'T_SANDBOX1',
      aggregatorID: 'A_1',
      merchantTxnNo: 'INV1',
      invoiceNo: 'INV1',
      amount: '51000.00',
      chargeAmount: '51000.00',
      paymentMode: 'NB',
      paymentSubInstType: 'Axis Bank',
      addlParam1: 'gold',
      addlParam2: 'direct',
      bankCode: '',
      acqName: 'SANDBOX',
      oth_charge: 'false',
      invoiceStatus: 'PAID',
    });
    expect(fields['paymentDateTime']).toMatch(/^\d{14}$/);
    expect(fields['paymentID']).toMatch(/^\d{12}$/);
    expect(fields['secureHash']).toBe(secureHashV1(fields, KEY));
  });
  it.each([
    ['decline', '039'],
    ['cancel', '020'],
    ['pending-success', 'R1000'],
  ])('%s comes back with %s and no paymentID', async (outcome, code) => {
    const { fields } = returnForm((await press(outcome)).html);
    expect(fields['responseCode']).toBe(code);
    expect(fields).not.toHaveProperty('paymentID');
    expect(fields['secureHash']).toBe(secureHashV1(fields, KEY));
  });
  it('a closed tab never comes back', async () => {
    const { html } = await press('pay-close-tab');
    expect(html).not.toContain('<form');
    expect(bank.state.ledger().capturedPaise).toBe(5_100_000);
  });
  it('paying in two tabs takes the money twice', async () => {
    const [first, second] = [returnForm((await press('pay-upi')).html), returnForm((await press('pay-card')).html)];
    expect(first.fields['txnID']).not.toBe(second.fields['txnID']);
    expect(bank.state.ledger().capturedPaise).toBe(10_200_000);
    expect(await (await fetch(link)).text()).toContain('already paid');
  });
  it('can be a GET, and by control without the page', async () => {
    await control({ op: 'configure', returnMethod: 'get' });
    expect(returnForm((await press('pay-upi')).html).method).toBe('get');
    const pressed = (await (await control({ op: 'outcome', invoiceNo: 'INV1', outcome: 'pay-upi' })).json()) as {
      return: { url: string; fields: [string, string][] };
    };
    expect(pressed.return.url).toBe(RETURN_URL);
    expect(Object.fromEntries(pressed.return.fields)).toHaveProperty('secureHash');
  });
  const fault = async (kind: string, outcome = 'pay-upi') => {
    await control({ op: 'fault', on: 'return', kind });
    return returnForm((await press(outcome)).html).fields;
  };
  it('faults of the return', async () => {
    const right = (fields: Record<string, string>) => secureHashV1(fields, KEY) === fields['secureHash']?.toLowerCase();
    for (const kind of ['wrong-hash', 'missing-hash', 'other-key', 'altered-amount'])
      expect(right(await fault(kind))).toBe(false);
    for (const kind of ['upper-hash', 'wrong-merchant', 'unknown-invoice', 'amount-without-decimals', 'resplit'])
      expect(right(await fault(kind))).toBe(true);
    await control({ op: 'fault', on: 'return', kind: 'drop' });
    expect((await press('pay-upi')).html).not.toContain('<form');
  });
  it('a re-split return keeps its hash with another amount, or turns a refusal into a success', async () => {
    const shifted = await fault('resplit');
    expect(shifted).toMatchObject({ aggregatorID: 'A_15', amount: '1000.00', chargeAmount: '51000.00' });
    link = await createInvoice('INV2024000001');
    const forged = await fault('resplit', 'decline');
    expect(forged).toMatchObject({
      responseCode: '0000',
      merchantTxnNo: 'INV20',
      paymentID: '24',
      invoiceNo: 'INV2024000001',
    });
    expect(forged['secureHash']).toBe(secureHashV1(forged, KEY));
  });
});
