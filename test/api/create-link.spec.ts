import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { MESSAGES } from '../../src/contracts/messages.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { Vault } from '../../src/runtime/vault.js';
import type { Client } from '../support/client.js';
import { createLink, linkBody } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const PATH = '/api/payments/create-link';

describe('POST /api/payments/create-link', () => {
  let test: TestApp;
  let seller: Client;
  const rows = async (table: string) => {
    const [row] = (await test.get(DataSource).query(`SELECT COUNT(*) AS n FROM ${table}`)) as { n: number }[];
    return Number(row?.n);
  };
  const customer = (more: object) => ({ customerData: { name: 'Asha Rao', email: 'asha@example.com', ...more } });

  beforeAll(async () => {
    test = await TestApp.start();
    seller = await test.as(SALES);
  });
  afterAll(() => test.close());

  it('is for staff', async () => {
    expect((await test.client().post(PATH, linkBody())).status).toBe(401);
    expect((await (await test.as(ADMIN)).post(PATH, linkBody())).status).toBe(201);
  });

  it.each([
    ['a short name', customer({ name: ' A ' }), 'customerData.name', MESSAGES.form.nameShort],
    ['no address', customer({ email: 'asha' }), 'customerData.email', MESSAGES.form.email],
    ['a look-alike address', customer({ email: 'ásha@example.com' }), 'customerData.email', MESSAGES.form.email],
    ['a landline', customer({ phone: '02055500100' }), 'customerData.phone', MESSAGES.form.phone],
    ['a bad PAN', { panCard: 'ABCDE12345' }, 'panCard', SERVER_MESSAGES.form.pan],
  ])('%s is a field error, and nothing is stored', async (_name, more, field, text) => {
    const before = await rows('payments');
    const { status, body } = await seller.post(PATH, linkBody('gold', more));
    expect(status).toBe(422);
    expect(body).toMatchObject({ success: false, error: 'FIELD_ERRORS', details: { [field]: text } });
    expect(await rows('payments')).toBe(before);
  });

  it.each([
    ['another price', { amount: 1 }],
    ['the price in paise', { amount: 5100000 }],
    ['a price in words', { amount: '51,000' }],
    ['a price with three decimals', { amount: '51000.001' }],
    ['a negative price', { amount: -51000 }],
    ['a price as a list', { amount: [51000] }],
    ['an exponent', { amount: '5.1e4' }],
    ['another currency', { currency: 'USD' }],
    ['an unknown tier', { tokenType: 'bronze' }],
    ['a tier as an object', { tokenType: { $ne: 1 } }],
    ['an unknown reference', { referenceType: 'friend' }],
    ['a status of its own', { status: 'completed' }],
    ['a token number', { tokenNumber: 'GO-000001' }],
    ['another owner', { salesManagerId: 1 }],
    ['a paid date', { paidAt: '2026-01-01' }],
    ['an unknown field in the customer', customer({ isAdmin: true })],
    ['customer data as text', { customerData: 'Asha' }],
    ['a name as a list', customer({ name: ['Asha', 'Rao'] })],
    ['a control character', customer({ name: 'Asha\u0007Rao' })],
    ['text that runs backwards', customer({ name: 'Asha \u202eoaR' })],
    ['another gateway', { paymentGateway: 'paypal' }],
  ])('%s is refused', async (_name, more) => {
    const before = await rows('payments');
    const { status, body } = await seller.post(PATH, linkBody('gold', more));
    expect(status).toBe(400);
    expect(body.success).toBe(false);
    expect(await rows('payments')).toBe(before);
  });

  it.each([
    ['no JSON', '{"amount":'],
    ['a list', '[]'],
    ['text', '"x"'],
    ['a prototype key', '{"__proto__":{"isAdmin":true},"amount":51000}'],
    ['deep nesting', '['.repeat(5000) + ']'.repeat(5000)],
  ])('%s is no request', async (_name, body) => {
    const { status } = await seller.call('POST', PATH, { body });
    expect([400, 413, 422]).toContain(status);
  });

  it('a big body is refused at once', async () => {
    expect((await seller.call('POST', PATH, { body: `{"a":"${'x'.repeat(100_000)}"}` })).status).toBe(413);
  });

  it('a form or plain text is no API request', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { status } = await seller.call('POST', PATH, { body: '{}', headers: { 'content-type': type } });
      expect(status).toBe(415);
    }
  });

  it('what people write is kept as they wrote it', async () => {
    const name = `O'Brien & <b>आरती</b> “x” 😀`;
    const link = await createLink(seller, 'silver', customer({ name: `  ${name}  `, email: 'O.Brien+x@Example.com' }));
    expect(link.data.customer).toMatchObject({ name, email: 'O.Brien+x@Example.com' });
    const { body } = await seller.get('/api/sales-manager/dashboard?search=o.brien');
    expect(body.data.allCustomers[0]).toMatchObject({ customerName: name });
  });

  it('the same person twice is one customer', async () => {
    const before = await rows('customers');
    await createLink(seller, 'silver', customer({ name: 'Same Person', email: 'same@example.com' }));
    await createLink(seller, 'gold', customer({ name: 'same  person', email: 'SAME@example.com' }));
    expect((await rows('customers')) - before).toBe(1);
    await createLink(await test.as(OTHER_SALES), 'gold', customer({ name: 'Same Person', email: 'same@example.com' }));
    expect((await rows('customers')) - before).toBe(2);
  });

  it('the broker counts for channel partners only; a PAN is stored sealed', async () => {
    const partner = { referenceType: 'channelPartner', brokerName: ' Skyline ', panCard: 'abcDE1234f' };
    const { paymentId } = await createLink(seller, 'gold', partner);
    const direct = await createLink(seller, 'gold', { brokerName: 'Nobody' });
    const read = async (id: string) => {
      const [row] = (await test
        .get(DataSource)
        .query('SELECT broker_name AS broker, pan_ciphertext AS pan FROM payments WHERE public_id = ?', [id])) as {
        broker: string | null;
        pan: string | null;
      }[];
      return row;
    };
    expect((await read(direct.paymentId))?.broker).toBeNull();
    const row = await read(paymentId);
    expect(row?.broker).toBe('Skyline');
    expect(row?.pan).not.toContain('ABCDE');
    expect(test.get(Vault).open(row?.pan ?? '')).toBe('ABCDE1234F');
  });
});

describe('lists and public answers', () => {
  let test: TestApp;
  let seller: Client;
  beforeAll(async () => {
    test = await TestApp.start({ env: { DEMO_SEED: 'true' } });
    seller = await test.as(SALES);
    for (let n = 0; n < 7; n += 1) {
      await createLink(seller, 'silver', {
        customerData: { name: `Buyer ${n}`, email: `b${n}@x.in`, phone: '9876500000' },
      });
    }
    await createLink(seller, 'silver', { customerData: { name: '100% Wool_Co', email: 'wool@x.in' } });
  });
  afterAll(() => test.close());

  const names = async (query: string) => {
    const { body } = await seller.get(`/api/sales-manager/dashboard?${query}`);
    return (body.data.allCustomers as { name: string }[]).map((row) => row.name);
  };

  it('pages of five, newest first, each row once', async () => {
    const { body } = await seller.get('/api/sales-manager/dashboard');
    expect(body.data.pagination).toEqual({
      currentPage: 1,
      totalPages: 3,
      totalCount: 11,
      totalIsCapped: false,
      hasNext: true,
      hasPrev: false,
    });
    const all = [...(await names('page=1')), ...(await names('page=2')), ...(await names('page=3'))];
    expect(all).toHaveLength(11);
    expect(new Set(all).size).toBe(11);
    expect(all[0]).toBe('100% Wool_Co');
  });

  it.each([
    ['buyer 3', ['Buyer 3']],
    ['B3@X', ['Buyer 3']],
    ['%', ['100% Wool_Co']],
    ['l_c', ['100% Wool_Co']],
    ["' OR 1=1 --", []],
    ['no such', []],
  ])('search %p', async (search, expected) => {
    expect(await names(`limit=50&search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  it('a phone number finds its customers', async () => {
    expect(await names('limit=50&search=98765%2000000')).toHaveLength(7);
  });

  it.each([
    'page=-1',
    'page=0',
    'page=1e9',
    'page=NaN',
    'limit=0',
    'limit=-5',
    'limit=1e9',
    'page[]=2',
    'search[a]=b',
    'search=%00',
    'search=a%00b',
  ])('odd query %s is answered like the first page', async (query) => {
    const { status } = await seller.get(`/api/sales-manager/dashboard?${query}`);
    expect(status).toBe(200);
  });

  it('sellers see their own, admins their own here and everything there', async () => {
    const other = await (await test.as(OTHER_SALES)).get('/api/sales-manager/dashboard?limit=50');
    expect(
      other.body.data.allCustomers.every(
        (row: { salesManagerEmail: string }) => row.salesManagerEmail === OTHER_SALES.email,
      ),
    ).toBe(true);
    const admin = await test.as(ADMIN);
    expect((await admin.get('/api/sales-manager/dashboard')).body.data.pagination.totalCount).toBe(0);
    const all = await admin.get('/api/payments/admin/all?tokenType=silver&search=buyer');
    expect(all.body.data.pagination).toMatchObject({ totalPayments: 7, totalPages: 1 });
    expect((await seller.get('/api/payments/admin/all')).status).toBe(403);
    expect((await seller.get('/api/payments/admin/analysis')).status).toBe(403);
  });

  it('the holder of a link sees no personal data in full, and nothing of the staff', async () => {
    const { paymentId } = await createLink(seller, 'gold', {
      customerData: { name: 'Asha Rao', email: 'asha.rao@example.com', phone: '9876543210' },
      panCard: 'ABCDE1234F',
    });
    for (const path of [`/api/payments/${paymentId}`, `/api/payments/${paymentId}/status`, `/payment/${paymentId}`]) {
      const { status, text } = await test.client().get(path);
      expect(status).toBe(200);
      for (const secret of ['asha.rao', 'Rao', '9876543210', 'ABCDE', SALES.email, 'Priya'])
        expect(text).not.toContain(secret);
    }
  });

  it.each(['0'.repeat(26), 'unknown', 'GO-000001', '%252e', "' OR 1=1"])('unknown payment %s', async (id) => {
    const { status, body } = await test.client().get(`/api/payments/${id}`);
    expect(status).toBe(404);
    expect(body).toEqual({ success: false, message: 'Payment not found', error: 'PAYMENT_NOT_FOUND' });
  });
});
