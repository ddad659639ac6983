import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import type { Client } from '../support/client.js';
import { attachmentsOf, textPartOf } from '../support/mail-catcher.js';
import { pdfText } from '../support/pdf-text.js';
import { eventually, ProductSite } from '../support/product-process.js';
import { comeBack, createLink, linkBody, pressPay, verify } from '../support/sales.js';
import { ADMIN, SALES } from '../support/test-app.js';
import { pathOf, READS } from './role-matrix.js';

/** Neither of them is a part of anything else that a test stores. */
const PAN = 'QZWXK4731J';
const REFUSED_PAN = 'QZWXK47J31';
const CREATE = '/api/payments/create-link';
const EXPORT = '/api/payments/admin/export';
const PARTNER = { referenceType: 'channelPartner', brokerName: 'Skyline' };

/**
 * The whole of it anywhere, its first half only with no letter or digit before it, its last half with none behind: among the random letters of
 * ids, seals and encoded files, any five come up sooner or later.
 */
const holdsPan = (text: string): boolean => /qzwxk4731j|(?<![a-z0-9])qzwxk|4731j(?![a-z0-9])/i.test(text);

/** With everything that travels as base64 decoded, and the lines joined that quoted-printable has folded. */
const decoded = (raw: string): string =>
  raw
    .replace(/^(?:[A-Za-z0-9+/]{76}\r?\n)+[A-Za-z0-9+/=]*/gm, (lines) =>
      Buffer.from(lines, 'base64').toString('latin1'),
    )
    .replace(/=\r?\n/g, '');

describe('a PAN', () => {
  let site: ProductSite;
  let seller: Client;
  let admin: Client;
  let paymentId: string;
  let tokenNumber: string;
  let created: string;

  beforeAll(async () => {
    // Every line, so that none is missed.
    site = await ProductSite.make({ LOG_LEVEL: 'trace' });
    await site.start();
    seller = await site.client().signIn(SALES.email, SALES.password);
    admin = await site.client().signIn(ADMIN.email, ADMIN.password);
    const order = linkBody('gold', { ...PARTNER, panCard: PAN });
    const made = await seller.post(CREATE, order, { 'idempotency-key': 'sale-with-a-pan' });
    expect(made.status).toBe(201);
    ({ paymentId } = made.body.data);
    created = made.text + (await seller.post(CREATE, order, { 'idempotency-key': 'sale-with-a-pan' })).text;
    expect((await seller.post('/api/payments/send-payment-email', { paymentId })).status).toBe(200);
    const customer = site.client();
    const fields = await site.bank.press(await pressPay(customer, paymentId), 'pay-nb');
    const paid = await verify(customer, await comeBack(customer, fields));
    expect(paid.body.data.state).toBe('completed');
    const [row] = (await site.dataSource.query('SELECT token_number AS n FROM payments WHERE public_id = ?', [
      paymentId,
    ])) as { n: string }[];
    tokenNumber = row?.n ?? '';
  });
  afterAll(() => site.close());

  const sealed = async (id: string): Promise<string | null> => {
    const sql = 'SELECT pan_ciphertext AS pan FROM payments WHERE public_id = ?';
    const [row] = (await site.dataSource.query(sql, [id])) as { pan: string | null }[];
    return row?.pan ?? null;
  };

  it.each([
    ['all of it', PAN, true], ['in small letters', `q=${PAN.toLowerCase()}&`, true], ['inside of a word', `aa${PAN}bb`, true],
    ['its first half', `"${PAN.slice(0, 5)}*****"`, true], ['its last half', `XXXXX${PAN.slice(5)}.`, true],
    ['its first half in a path', '/payments/QZWXK', true], ['letters of an encoded file', 'AAqZwXkBB/4731jCC', false],
  ])('what this test finds, and what not: %s', (_, text, isFound) => {
    expect(holdsPan(text)).toBe(isFound);
  }); // prettier-ignore

  it.each(['base64', 'quoted-printable'])(
    'is found by this test in a part of a mail that travels as %s',
    (encoding) => {
      const text = `${'Your order. '.repeat(9)}PAN ${PAN}`;
      const lines = encoding === 'base64' ? (Buffer.from(text).toString('base64').match(/.{1,76}/g) ?? []) : [`PAN ${PAN.slice(0, 6)}=`, PAN.slice(6)]; // prettier-ignore
      const raw = `Content-Transfer-Encoding: ${encoding}\r\n\r\n${lines.join('\r\n')}\r\n--end--`;
      expect([holdsPan(decoded(raw)), lines.length > 1]).toEqual([true, true]);
    },
  );

  it.each([
    ['too short', PAN.slice(1)], ['too long', `${PAN}A`], ['a sign in the middle', 'QZWXK-4731J'],
    ['letters in another order', REFUSED_PAN], ['a line end', `${PAN}\n`], ['a blank before it', ` ${PAN}`],
    ['a letter that only looks alike', PAN.replace('K', '\u041a')], ['a sign whose small letter is one of them', PAN.replace('K', '\u212a')], ['a small letter whose capital is one of them', 'S'.repeat(4) + '\u017f4731J'], ['digits of another script', PAN.replace('4731', '४७३१')], ['two of them', `${PAN},${PAN}`],
  ])('%s is a field error that does not repeat it, and nothing is stored', async (_, panCard) => {
    const before = await site.count('payments');
    const { status, body, text } = await seller.post(CREATE, linkBody('gold', { ...PARTNER, panCard }));
    expect([status, body.error, body.details]).toEqual([422, 'FIELD_ERRORS', { panCard: SERVER_MESSAGES.form.pan }]);
    expect(holdsPan(text)).toBe(false);
    expect(await site.count('payments')).toBe(before);
  }); // prettier-ignore

  it.each([['a number', 4731], ['a list', [PAN]], ['an object', { $ne: 1 }]])('%s is no text', async (_, panCard) => {
    const { status, body } = await seller.post(CREATE, linkBody('gold', { ...PARTNER, panCard }));
    expect([[400, 422].includes(status), body.success]).toEqual([true, false]);
  }); // prettier-ignore

  it.each(['', '   '])('"%s" counts as left out', async (panCard) => {
    expect(await sealed((await createLink(seller, 'gold', { ...PARTNER, panCard })).paymentId)).toBeNull();
  });

  it('is not needed, and nothing stands in for it', async () => {
    expect(await sealed((await createLink(seller, 'gold', PARTNER)).paymentId)).toBeNull();
  });

  it('is kept sealed, each time otherwise, and in no table as text', async () => {
    const other = await createLink(seller, 'silver', { ...PARTNER, panCard: PAN });
    const both = [await sealed(paymentId), await sealed(other.paymentId)];
    for (const kept of both) expect(kept).toMatch(/^v1\.[\w-]{51}$/);
    expect(both[0]).not.toBe(both[1]);
    const tables = site.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    for (const table of tables)
      expect([table, holdsPan(JSON.stringify(await site.dataSource.query(`SELECT * FROM ${table}`)))]).toEqual([table, false]); // prettier-ignore
  });

  it('is in no answer: not in that of its own request, nor of any route that reads', async () => {
    expect(holdsPan(created)).toBe(false);
    const target = { paymentId, tokenNumber, id: '1', sessionId: '1', reviewId: '1', day: '2026-01-05' };
    // Streams never end; files in a format of their own are looked through below.
    const readable = READS.filter(({ stream, path }) => !stream && !path.endsWith('.pdf'));
    let readCount = 0;
    for (const route of readable)
      for (const client of [site.client(), seller, admin]) {
        const { status, text } = await client.get(pathOf(route, target));
        expect([route.name, holdsPan(text)]).toEqual([route.name, false]);
        if (status === 200 && text.includes(paymentId)) readCount += 1;
      }
    expect(readCount).toBeGreaterThan(15);
  });

  it.each([PAN, PAN.toLowerCase(), 'QZWXK', '4731J', 'QZWXK4731'])('%s finds nothing', async (text) => {
    const { body } = await seller.get(`/api/sales-manager/dashboard?search=${text}`);
    const all = await admin.get(`/api/payments/admin/all?search=${text}`);
    const exported = await admin.get(`${EXPORT}?search=${text}`);
    expect([body.data.allCustomers, all.body.data.payments]).toEqual([[], []]);
    expect(exported.text.trimEnd().split('\r\n')).toHaveLength(1);
  });

  it('is in no file: neither export, nor the receipt', async () => {
    const bytesOf = async (path: string) => {
      const headers = { authorization: `Bearer ${admin.token}` };
      return Buffer.from(await (await fetch(`${site.url}${path}`, { headers })).arrayBuffer());
    };
    const csv = (await bytesOf(EXPORT)).toString();
    const sheets = (await readXlsx(await bytesOf(`${EXPORT}?format=xlsx`))).sheets.map(({ rows }) => rows);
    for (const text of [csv, JSON.stringify(sheets)])
      expect([text.includes(paymentId), holdsPan(text)]).toEqual([true, false]);
    const receipt = pdfText(await bytesOf(`/payment/${paymentId}/receipt.pdf`));
    expect([receipt.includes(tokenNumber), holdsPan(receipt)]).toEqual([true, false]);
  });

  it('is in no mail', async () => {
    const outbox = join(site.folder, 'outbox');
    const mails = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []);
    await eventually('the link and the receipt are sent', () => mails().length >= 2);
    for (const name of mails()) {
      const raw = readFileSync(join(outbox, name), 'utf8');
      const files = attachmentsOf(raw).map(({ content }) => pdfText(content));
      expect(textPartOf(raw)).not.toBe('');
      expect(holdsPan([decoded(raw), textPartOf(raw), ...files].join('\n'))).toBe(false);
    }
  });

  it('is in no line of the log, not even when somebody puts it into an address', async () => {
    const lines = () => site.running.log.split('\n');
    await eventually('the exports are written down', () => lines().some((line) => line.includes(EXPORT)));
    expect(lines().filter(holdsPan)).toEqual([]);
    // Not by the client, which keeps refusals to be looked through: these repeat their address to whoever typed it.
    const paths = [PAN, PAN.toLowerCase()].flatMap((pan) => [`/payment/${pan}?pan=${pan}`, `/${pan}`]);
    const refused = () => lines().filter((line) => line.includes('"status":404')).length;
    const before = refused();
    for (const path of paths) await (await fetch(site.url + path)).text();
    await eventually('all are written down', () => refused() >= before + paths.length);
    expect(lines().filter(holdsPan)).toEqual([]);
  });
});
