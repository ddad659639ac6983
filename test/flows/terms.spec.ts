import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { istWeekday } from '../../src/domain/calendar/ist-time.js';
import type { Client } from '../support/client.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { advanceToIst, query } from '../support/links.js';
import { pdfText } from '../support/pdf-text.js';
import { switchRefunds } from '../support/refunds.js';
import { comeBack, createLink, verify } from '../support/sales.js';
import { agreementsOf, makeTerms, TERMS_PATH, TERMS_TEXTS } from '../support/terms.js';
import { moveToProject } from '../support/projects.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade } from '../support/upgrades.js';

const PROJECT = '/api/admin/projects/default';
const RERA = { reraNumber: 'P52100012345', reraUrl: 'https://maharera.maharashtra.gov.in/' };

describe('terms that a customer agrees to before paying', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let customer: Client;

  beforeAll(async () => {
    test = await TestApp.start({ printsReceipts: true });
    await switchRefunds(test, true);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
    customer = test.client();
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  const initiate = (paymentId: string, body: object = {}, headers: Record<string, string> = {}) =>
    customer.post(`/api/payments/${paymentId}/initiate`, body, headers);
  const publicOf = async (paymentId: string) => (await customer.get(`/api/payments/${paymentId}`)).body.data;
  const agree = (termsVersion: string, termsLanguage = 'en') => ({ termsVersion, termsLanguage });
  const finish = async (page: string) => {
    const { body } = await verify(customer, await comeBack(customer, await test.bank.press(page, 'pay-nb')));
    await test.settle();
    return body.data?.state as string;
  };

  // In this order: terms cannot be taken back, only replaced.
  describe('while none are in force', () => {
    it('nothing is asked for and no field is new', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const before = await publicOf(paymentId);
      expect([Object.hasOwn(before, 'terms'), Object.hasOwn(before, 'rera')]).toEqual([false, false]);
      expect(before.gatewayResponse.redirectionURL).toEqual(expect.any(String));
      const { text } = await customer.get(`/payment/${paymentId}`);
      expect(text).not.toContain('class="pub-terms');
      // A request without any body is how programs pressed Pay before there were terms.
      const reply = await customer.call('POST', `/api/payments/${paymentId}/initiate`);
      expect([reply.status, Object.keys(reply.body.data)]).toEqual([200, ['paymentUrl']]);
      expect(await finish(reply.body.data.paymentUrl)).toBe('completed');
      expect(await agreementsOf(test, paymentId)).toEqual([]);
      const receipt = await customer.get(`/payment/${paymentId}/receipt`);
      expect(receipt.text).not.toContain('Terms agreed to');
      const details = (await admin.get(`/api/payments/admin/${paymentId}/details`)).body.data;
      expect(Object.hasOwn(details, 'agreements')).toBe(false);
      expect((await customer.get(`/payment/${paymentId}/terms/1`)).status).toBe(404);
    });

    it('a body is still held against the rules', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      expect((await initiate(paymentId, { amount: 1 })).body.error).toBe('VALIDATION_FAILED');
      expect((await initiate(paymentId, { termsVersion: '7' })).status).toBe(200);
      expect(await agreementsOf(test, paymentId)).toEqual([]);
    });

    it('the registration shows without them', async () => {
      expect((await admin.call('PUT', PROJECT, { body: { name: 'Green Meadows', ...RERA } })).status).toBe(200);
      const { paymentId } = await createLink(seller, 'silver');
      expect((await publicOf(paymentId)).rera).toEqual({
        projectName: 'Green Meadows',
        number: RERA.reraNumber,
        url: RERA.reraUrl,
      });
      const { text } = await customer.get(`/payment/${paymentId}`);
      expect(text).toContain(RERA.reraNumber);
      expect(text).toContain(`href="${RERA.reraUrl}"`);
      expect(text).not.toContain('name="termsVersion"');
      expect((await initiate(paymentId)).status).toBe(200);
    });
  });

  describe('a version', () => {
    it('is an admin’s to make, whole, and from today on', async () => {
      const today = istDayOf(test.clock.now());
      const whole = { ...TERMS_TEXTS, effectiveFrom: today };
      expect((await seller.post(TERMS_PATH, whole)).status).toBe(403);
      for (const [change, field] of [
        [{ effectiveFrom: '2026-02-30' }, 'effectiveFrom'],
        [{ effectiveFrom: '2020-01-01' }, 'effectiveFrom'],
        [{ bodyHi: '' }, 'bodyHi'],
        [{ summaryEn: '  ' }, 'summaryEn'],
        [{ bodyEn: 'a\u202eb' }, 'bodyEn'],
      ] as const) {
        const { status, body } = await admin.post(TERMS_PATH, { ...whole, ...change });
        expect([status, Object.keys(body.details ?? {})]).toEqual([422, [field]]);
      }
      expect((await admin.post('/api/admin/projects/nowhere/terms', whole)).body.error).toBe('PROJECT_NOT_FOUND');
    });

    it('begins at midnight in India', async () => {
      advanceToIst(test, 23, 50);
      admin = await test.as(ADMIN);
      seller = await test.as(SALES);
      const { paymentId } = await createLink(seller, 'silver');
      expect(await makeTerms(test, admin, 1)).toBe('1');
      expect(Object.hasOwn(await publicOf(paymentId), 'terms')).toBe(false);
      expect((await customer.get(`/payment/${paymentId}/terms/1`)).status).toBe(404);
      expect((await initiate(paymentId)).status).toBe(200);
      // The page is cached by what it was made from: it turns all the same.
      expect((await customer.get(`/payment/${paymentId}`)).text).not.toContain('name="termsVersion"');
      test.clock.advance(11 * MINUTE);
      expect((await customer.get(`/payment/${paymentId}`)).text).toContain('name="termsVersion"');
      expect((await publicOf(paymentId)).terms.version).toBe('1');
      expect((await initiate(paymentId)).body.error).toBe('TERMS_REQUIRED');
      expect((await customer.get(`/payment/${paymentId}/terms/1`)).status).toBe(200);
    });

    it('is never changed or deleted by anybody, nor is an agreement', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      expect((await initiate(paymentId, agree('1'))).status).toBe(200);
      const database = test.get(DataSource);
      for (const sql of [
        "UPDATE terms_versions SET body_en = 'other'",
        'DELETE FROM terms_versions',
        "UPDATE terms_agreements SET language = 'hi'",
        "UPDATE terms_agreements SET ip = '10.0.0.1'",
        'DELETE FROM terms_agreements',
      ])
        await expect(database.query(sql)).rejects.toThrow('never changed or deleted');
    });

    it('that is there already is not made twice, and each one is in the audit log with its digest', async () => {
      const versions = async () =>
        query<{ n: number; digest: string }>(test, 'SELECT number AS n, digest FROM terms_versions ORDER BY number');
      const same = { ...TERMS_TEXTS, effectiveFrom: istDayOf(test.clock.now()) };
      expect((await admin.post(TERMS_PATH, same)).body.message).toBe('Version 2 has been made');
      expect((await admin.post(TERMS_PATH, same)).body.message).toContain('Version 2 says the same');
      expect(await versions()).toHaveLength(2);
      const audit = await query<{ subject: string; reason: string }>(
        test,
        "SELECT subject_id AS subject, reason FROM audit_log WHERE action = 'terms.created' ORDER BY id",
      );
      expect(audit).toEqual(
        (await versions()).map(({ n, digest }) => ({ subject: `default:${n}`, reason: `sha256 ${digest}` })),
      );
    });

    it('cannot begin before the newest one does; several at once get numbers of their own', async () => {
      await makeTerms(test, admin, 3);
      const early = { ...TERMS_TEXTS, bodyEn: 'early', effectiveFrom: istDayOf(test.clock.now()) };
      expect((await admin.post(TERMS_PATH, early)).body.details.effectiveFrom).toBe(
        `The first day cannot be before ${istWeekday(addDays(early.effectiveFrom, 3))}, on which the newest version begins`,
      );
      const later = istDayOf(new Date(test.clock.now().getTime() + 72 * HOUR));
      const replies = await Promise.all(
        [1, 2, 3].map((n) => admin.post(TERMS_PATH, { ...TERMS_TEXTS, bodyEn: `race ${n}`, effectiveFrom: later })),
      );
      for (const { status, body } of replies) expect(status === 201 || body.error === 'CONFLICT').toBe(true);
      const numbers = await query<{ n: number }>(test, 'SELECT number AS n FROM terms_versions ORDER BY number');
      expect(numbers.map(({ n }) => Number(n))).toEqual(numbers.map((_, at) => at + 1));
    });
  });

  describe('in force', () => {
    const inForce = async () => {
      const { paymentId } = await createLink(seller, 'silver');
      return (await publicOf(paymentId)).terms.version as string;
    };

    it('keep every way to the bank shut until the box is ticked', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const calls = async () => (await query(test, 'SELECT id FROM gateway_calls')).length;
      const shown = await publicOf(paymentId);
      // The bank's page was made with the link; nobody is given it without an agreement.
      expect(shown.gatewayResponse.redirectionURL).toBeNull();
      const before = await calls();
      for (const body of [{}, { termsVersion: '' }, { termsLanguage: 'hi' }]) {
        const { status, body: answer } = await initiate(paymentId, body);
        expect([status, answer.error, Object.keys(answer.details)]).toEqual([422, 'TERMS_REQUIRED', ['termsVersion']]);
      }
      expect((await initiate(paymentId, agree('999'))).body.error).toBe('TERMS_CHANGED');
      const staff = await seller.post(`/api/payments/${paymentId}/initiate`);
      expect(staff.body.error).toBe('TERMS_REQUIRED');
      expect([await calls(), await agreementsOf(test, paymentId)]).toEqual([before, []]);
      expect((await publicOf(paymentId)).status).toBe('pending');
    });

    it('without JavaScript the page comes again with the error at the box', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const path = `/payment/${paymentId}/initiate`;
      const refused = await customer.postForm(path, { termsLanguage: 'en' });
      expect(refused.status).toBe(422);
      expect(refused.text).toMatch(/id="pub-terms-error"[^>]*>Please tick the box/);
      expect(refused.text).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="termsVersion"/);
      const hindi = await customer.call('POST', path, { form: {}, headers: { 'Accept-Language': 'hi' } });
      expect([hindi.status, hindi.text.includes('बॉक्स पर सही का निशान')]).toEqual([422, true]);
      expect(hindi.text).toContain(TERMS_TEXTS.summaryHi);
      // A reload, and the switch of language, lead back to the page.
      const back = await customer.get(path);
      expect([back.status, back.headers.get('location')]).toEqual([303, `/payment/${paymentId}`]);
      const done = await customer.postForm(path, agree(await inForce(), 'hi') as Record<string, string>);
      expect([done.status, done.headers.get('location')?.startsWith(test.settings.gateway.baseUrl)]).toEqual([
        303,
        true,
      ]);
      expect(await agreementsOf(test, paymentId)).toMatchObject([{ language: 'hi', ip: '127.0.0.1' }]);
    });

    it('that changed while the page was open are shown, not assumed', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const stale = await inForce();
      test.clock.advance(4 * 24 * HOUR);
      admin = await test.as(ADMIN);
      seller = await test.as(SALES);
      const fresh = await makeTerms(test, admin);
      const open = await createLink(seller, 'silver');
      expect(Number(fresh)).toBeGreaterThan(Number(stale));
      const refused = await initiate(open.paymentId, agree(stale));
      expect([refused.status, refused.body.error]).toEqual([422, 'TERMS_CHANGED']);
      const page = await customer.postForm(
        `/payment/${open.paymentId}/initiate`,
        agree(stale) as Record<string, string>,
      );
      expect(page.status).toBe(422);
      expect(page.text).toMatch(/id="pub-terms-error"[^>]*>The terms have changed/);
      expect(page.text).toContain(`/terms/${fresh}"`);
      expect(page.text).not.toMatch(/<input[^>]*name="termsVersion"[^>]*checked/);
      expect(await agreementsOf(test, open.paymentId)).toEqual([]);
      // The old text stays where it was, for whoever agreed to it.
      expect((await customer.get(`/payment/${paymentId}/terms/${stale}`)).status).toBe(200);
    });

    it('each press is an agreement of its own', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const version = await inForce();
      const key = { 'idempotency-key': `pay-${paymentId}` };
      const first = await initiate(paymentId, agree(version), key);
      expect(first.status).toBe(200);
      // The same press again is no second one.
      expect((await initiate(paymentId, agree(version), key)).body.data).toEqual(first.body.data);
      expect(await agreementsOf(test, paymentId)).toHaveLength(1);
      expect((await initiate(paymentId, agree(version, 'hi'))).status).toBe(200);
      const stored = await agreementsOf(test, paymentId);
      expect(stored.map(({ number, language }) => [String(number), language])).toEqual([
        [version, 'en'],
        [version, 'hi'],
      ]);
    });

    it('are agreed to before the bank is asked: its silence does not undo it', async () => {
      await test.bank.fault('create', 'http-500', { times: 0 });
      const { paymentId } = await createLink(seller, 'silver');
      const { status } = await initiate(paymentId, agree(await inForce()));
      await test.bank.clearFaults();
      expect(status).toBe(503);
      expect(await agreementsOf(test, paymentId)).toHaveLength(1);
    });

    it('are on the receipt, in the timeline, the details and the export', async () => {
      const { paymentId } = await createLink(seller, 'gold');
      const version = await inForce();
      const { body } = await initiate(paymentId, agree(version, 'hi'));
      expect(await finish(body.data.paymentUrl)).toBe('completed');
      const receipt = await customer.get(`/payment/${paymentId}/receipt`);
      expect(receipt.text).toMatch(new RegExp(`Terms agreed to</dt><dd>Version ${version} \\(हिन्दी\\), `));
      const pdf = await fetch(`${test.url}/payment/${paymentId}/receipt.pdf`);
      expect(pdfText(Buffer.from(await pdf.arrayBuffer()))).toContain(`Version ${version} (`);
      const details = (await admin.get(`/api/payments/admin/${paymentId}/details`)).body.data;
      expect(details.agreements).toMatchObject([{ version: Number(version), language: 'hi', address: '127.0.0.1' }]);
      const ofAdmin = details.timeline.find(({ title }: { title: string }) => title.startsWith('Agreed to the terms'));
      expect([ofAdmin.title, ofAdmin.detail, ofAdmin.actor]).toEqual([
        `Agreed to the terms, version ${version}`,
        'Hindi text · from 127.0.0.1',
        'Customer',
      ]);
      const ofSeller = (await seller.get(`/api/payments/${paymentId}/timeline`)).body.data.timeline;
      expect(JSON.stringify(ofSeller)).toContain('Agreed to the terms');
      expect(JSON.stringify(ofSeller)).not.toContain('127.0.0.1');
      const csv = (await admin.get(`/api/payments/admin/export?search=${paymentId}`)).text.split('\r\n');
      expect(csv[0]).toMatch(/"Payment ID","Terms agreed \(IST\)"$/);
      expect(csv[1]).toMatch(new RegExp(`"v${version} hi \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d"$`));
    });

    it('hold for an upgrade as well', async () => {
      const { paymentId } = await createLink(seller, 'gold');
      const version = await inForce();
      expect(await finish((await initiate(paymentId, agree(version))).body.data.paymentUrl)).toBe('completed');
      const upgrade = await createUpgrade(seller, paymentId);
      expect((await publicOf(upgrade)).gatewayResponse.redirectionURL).toBeNull();
      const page = await customer.get(`/upgrade/${upgrade}`);
      expect(page.text).toContain('name="termsVersion"');
      expect((await initiate(upgrade)).body.error).toBe('TERMS_REQUIRED');
      expect((await customer.postForm(`/payment/${upgrade}/initiate`, {})).status).toBe(422);
      expect(await finish((await initiate(upgrade, agree(version))).body.data.paymentUrl)).toBe('completed');
      expect(await agreementsOf(test, upgrade)).toHaveLength(1);
    });

    it('are read in full on a page of their own, as text and never as HTML', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const version = await inForce();
      const { text, status } = await customer.get(`/payment/${paymentId}/terms/${version}`);
      expect(status).toBe(200);
      expect(text).toContain('<h2>What this token is</h2>');
      expect(text).toContain('<strong>place</strong>');
      expect(text).toContain('&lt;b&gt;Not bold&lt;/b&gt;');
      expect(text).not.toContain('<b>Not bold');
      const hindi = await customer.get(`/payment/${paymentId}/terms/${version}?lang=hi`);
      expect(hindi.text).toContain('यह टोकन क्या है');
      for (const other of ['0', '01', 'x', '999999', '1e1', '-1'])
        expect((await customer.get(`/payment/${paymentId}/terms/${other}`)).status).toBe(404);
      expect((await customer.get(`/payment/${'0'.repeat(26)}/terms/${version}`)).status).toBe(404);
    });

    it('of another project are none of this one’s', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const database = test.get(DataSource);
      await database.query(
        "INSERT INTO projects (id, code, created_at, updated_at) VALUES (7, 'second', '2026-01-05 00:00:00.000', '2026-01-05 00:00:00.000')",
      );
      await moveToProject(test, paymentId, 7);
      expect(Object.hasOwn(await publicOf(paymentId), 'terms')).toBe(false);
      expect((await customer.get(`/payment/${paymentId}/terms/1`)).status).toBe(404);
      expect((await initiate(paymentId)).status).toBe(200);
      expect(await agreementsOf(test, paymentId)).toEqual([]);
    });
  });

  it('an erasure takes the network address out and leaves the agreement', async () => {
    const person = { name: 'Ravi Kulkarni', email: 'ravi.kulkarni@example.com', phone: '9812345678' };
    const { paymentId } = await createLink(seller, 'silver', { customerData: person });
    const { version } = (await publicOf(paymentId)).terms;
    expect(await finish((await initiate(paymentId, agree(version))).body.data.paymentUrl)).toBe('completed');
    test.clock.advance(HOUR);
    const folder = test.settings.dataDir;
    const report = await tokendesk(['privacy', 'report', '--email', person.email], environmentOf(test), folder);
    expect(report.stdout).toContain('127.0.0.1');
    const { code, stderr } = await tokendesk(
      ['privacy', 'erase', '--email', person.email, '--yes'],
      environmentOf(test),
      folder,
    );
    expect([code, stderr.includes('rror')]).toEqual([0, false]);
    expect(await agreementsOf(test, paymentId)).toMatchObject([{ number: Number(version), language: 'en', ip: null }]);
  });
});
