import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { query } from '../support/links.js';
import { attachmentsOf, MailCatcher } from '../support/mail-catcher.js';
import { chunk, JPEG, png } from '../support/pictures.js';
import { payAsCustomer } from '../support/refunds.js';
import { createLink } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const shake256 = (text: string, outputLength: number) => createHash('shake256', { outputLength }).update(text).digest();

const MEADOWS = '/api/admin/projects/meadows';
const PNG = png({ width: 300, height: 100, colour: 6 });

describe('the logo of a project', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let admin: Client;
  /** Sells in the second project. */
  let priya: Client;
  let rahul: Client;

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({
      printsReceipts: true,
      env: { SMTP_URL: catcher.url, MAIL_FROM: 'sales@example.com' },
    });
    admin = await test.as(ADMIN);
    const [seller] = await query<{ id: number }>(test, 'SELECT id FROM users WHERE email = ?', [SALES.email]);
    await admin.post('/api/admin/projects', { code: 'meadows', name: 'Green Meadows', state: 'selling' });
    const { status } = await admin.post(`${MEADOWS}/events`, { name: 'Launch', sellers: [String(seller?.id)] });
    expect(status).toBe(201);
  });
  beforeEach(async () => {
    [admin, priya, rahul] = [await test.as(ADMIN), await test.as(SALES), await test.as(OTHER_SALES)];
  });
  afterEach(() => expectInvariants(test));
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const upload = (client: Client, body: Buffer | string, type = 'image/png', path = MEADOWS) =>
    client.call('POST', `${path}/logo`, { body, headers: { 'content-type': type } });
  const remove = () => admin.post(`${MEADOWS}/logo/remove`);
  const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const fetched = (path: string) => fetch(new URL(path, test.client().baseUrl));
  const stored = async () => (await query<{ n: number }>(test, 'SELECT COUNT(*) AS n FROM project_logos'))[0]?.n;
  const audits = () =>
    query<Record<string, unknown>>(
      test,
      "SELECT subject_id AS subject, from_value AS fromValue, to_value AS toValue, reason FROM audit_log WHERE action = 'project.logo-changed' ORDER BY id",
    );
  const paid = async (client: Client) => {
    const { paymentId } = await createLink(client, 'silver');
    await payAsCustomer(test, paymentId);
    await test.settle();
    return paymentId;
  };
  const pdfOf = async (paymentId: string) =>
    Buffer.from(await (await fetched(`/payment/${paymentId}/receipt.pdf`)).arrayBuffer()).toString('latin1');
  const mailTo = async (paymentId: string) => {
    await test.settle();
    const [mail] = catcher.about(paymentId);
    return attachmentsOf(mail?.raw ?? '');
  };

  it.each<[string, Buffer | string, string]>([
    ['HTML named .png', '<!doctype html><script>alert(1)</script>', 'Choose a PNG or JPEG file in RGB or grey'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'Choose a PNG or JPEG file in RGB or grey'],
    ['a truncated PNG', PNG.subarray(0, 80), 'The file is damaged or was cut off'],
    ['too large a picture', png({ width: 1201, height: 10 }), 'The picture is larger than 1200 × 400 pixels'],
    [
      'more pixels than it says',
      png({ width: 10, height: 10, pixels: Buffer.alloc(9_000_000) }),
      'The file is damaged or was cut off',
    ],
  ])('%s is refused, and nothing is stored', async (_name, body, message) => {
    const reply = await upload(admin, body);
    expect([reply.status, reply.body.error, reply.body.details]).toEqual([422, 'FIELD_ERRORS', { logo: message }]);
    expect(Number(await stored())).toBe(0);
    expect(await audits()).toEqual([]);
  });

  it('is refused beyond 256 kB, as another kind of body, of sellers and of strangers', async () => {
    expect((await upload(admin, Buffer.alloc(256 * 1024 + 1))).status).toBe(413);
    expect((await upload(admin, Buffer.alloc(256 * 1024))).status).toBe(422);
    expect((await upload(admin, PNG, 'image/svg+xml')).status).toBe(415);
    expect((await upload(admin, PNG, 'text/html')).status).toBe(415);
    expect((await upload(priya, PNG)).status).toBe(403);
    expect((await upload(test.client(), PNG)).status).toBe(401);
    const unknown = await upload(admin, PNG, 'image/png', '/api/admin/projects/nowhere');
    expect([unknown.status, unknown.body.error]).toEqual([404, 'PROJECT_NOT_FOUND']);
    expect(Number(await stored())).toBe(0);
  });

  it('is stored once, has an audit entry with its digest, and is served for good', async () => {
    const digest = digestOf(PNG);
    const set = await upload(admin, PNG);
    expect([set.status, set.body.message]).toEqual([200, 'The logo has been changed.']);
    expect(set.body.data).toMatchObject({
      code: 'meadows',
      logo: { url: `/project-logo/${digest}`, width: 300, height: 100 },
    });
    expect((await upload(admin, PNG)).status).toBe(200);
    expect(await audits()).toEqual([
      { subject: 'meadows', fromValue: null, toValue: digest.slice(0, 12), reason: `sha256 ${digest}` },
    ]);
    const answer = await fetched(`/project-logo/${digest}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    for (const wrong of ['0'.repeat(64), 'x', `${digest.toUpperCase()}`, '%2e%2e%2fetc']) {
      const { status, headers } = await fetched(`/project-logo/${wrong}`);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
  });

  it('is what customers of that project see, and nobody else', async () => {
    const [here, there] = [await createLink(priya, 'silver'), await createLink(rahul, 'silver')];
    const page = async (paymentId: string) => (await fetched(`/payment/${paymentId}`)).text();
    const url = `/project-logo/${digestOf(PNG)}`;
    expect(await page(here.paymentId)).toContain(`<img class="pub-logo" src="${url}" width="300" height="100" alt=""`);
    expect(await page(there.paymentId)).not.toContain('project-logo');
    const [paidHere, paidThere] = [await paid(priya), await paid(rahul)];
    const receipt = async (paymentId: string) => (await fetched(`/payment/${paymentId}/receipt`)).text();
    expect(await receipt(paidHere)).toContain(url);
    expect(await receipt(paidThere)).not.toContain('project-logo');
    expect(await pdfOf(paidHere)).toMatch(/\/Subtype \/Image\s[^>]*\/Width 300\s+\/Height 100/);
    expect(await pdfOf(paidThere)).not.toContain('/Subtype /Image');
    const mail = await mailTo(paidHere);
    const logo = mail.find(({ filename }) => filename === 'logo.png');
    expect(logo?.content.equals(PNG)).toBe(true);
    expect((await mailTo(paidThere)).map(({ filename }) => filename)).not.toContain('logo.png');
  });

  it('another one takes its place on pages that were cached, and a removal brings the company’s back', async () => {
    const { paymentId } = await createLink(priya, 'silver');
    const page = async () => (await fetched(`/payment/${paymentId}`)).text();
    expect(await page()).toContain(digestOf(PNG));
    expect((await upload(admin, JPEG, 'image/jpeg')).status).toBe(200);
    expect(await page()).toContain(`src="/project-logo/${digestOf(JPEG)}" width="48" height="16"`);
    const answer = await fetched(`/project-logo/${digestOf(JPEG)}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    // Of pages that name it still.
    expect((await fetched(`/project-logo/${digestOf(PNG)}`)).status).toBe(200);
    expect(Number(await stored())).toBe(2);
    const receipt = await paid(priya);
    expect(await pdfOf(receipt)).toContain('/Filter /DCTDecode');
    expect((await mailTo(receipt)).map(({ filename }) => filename)).toContain('logo.jpg');
    const third = png({ shade: 7 });
    expect((await upload(admin, third)).status).toBe(200);
    const statuses = () =>
      Promise.all([PNG, JPEG, third].map(async (bytes) => (await fetched(`/project-logo/${digestOf(bytes)}`)).status));
    expect(await statuses()).toEqual([404, 200, 200]);
    expect((await upload(admin, JPEG, 'image/jpeg')).status).toBe(200);
    expect(await statuses()).toEqual([404, 200, 200]);
    const removed = await remove();
    expect([removed.status, Object.hasOwn(removed.body.data, 'logo')]).toEqual([200, false]);
    expect((await remove()).status).toBe(200);
    expect(await page()).not.toContain('project-logo');
    expect(await statuses()).toEqual([404, 404, 404]);
    expect(Number(await stored())).toBe(0);
    const shown = [null, PNG, JPEG, third, JPEG, null].map((bytes) => bytes && digestOf(bytes).slice(0, 12));
    expect((await audits()).map(({ fromValue, toValue }) => [fromValue, toValue])).toEqual(
      shown.slice(1).map((to, at) => [shown[at], to]),
    );
  });

  it('two projects may have the same one, and it stays while one of them has it', async () => {
    await upload(admin, PNG);
    await upload(admin, PNG, 'image/png', '/api/admin/projects/default');
    await remove();
    expect((await fetched(`/project-logo/${digestOf(PNG)}`)).status).toBe(200);
    expect((await admin.post('/api/admin/projects/default/logo/remove')).status).toBe(200);
    expect((await fetched(`/project-logo/${digestOf(PNG)}`)).status).toBe(404);
  });

  it('notes that a program or camera left in the file are not published', async () => {
    const noted = png({ more: [chunk('tEXt', Buffer.from('Author\0Priya'))] });
    const { body } = await upload(admin, noted);
    expect(body.data.logo.url).toBe(`/project-logo/${digestOf(png())}`);
    const answer = await fetched(body.data.logo.url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(png())).toBe(true);
  });

  it('a picture of the full size is kept whole', async () => {
    const noise = Buffer.concat(
      Array.from({ length: 400 }, (_, row) => Buffer.concat([Buffer.alloc(1), shake256(`row ${row}`, 600)])),
    );
    const large = png({ width: 600, height: 400, colour: 0, pixels: noise });
    expect(large.length).toBeGreaterThan(200_000);
    expect((await upload(admin, large)).status).toBe(200);
    const answer = await fetched(`/project-logo/${digestOf(large)}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
  });
});
