import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { HOUR } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { atDesk, auditOf, cancelLink, query } from '../support/links.js';
import { payAsCustomer } from '../support/refunds.js';
import { linkBody, pressPay, statusOf, type Tier } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const PATH = '/api/payments/create-link';

describe('open links of the same person', () => {
  let test: TestApp;
  let priya: Client;
  let rahul: Client;
  let program: Client;
  let people = 0;

  beforeAll(async () => {
    test = await TestApp.start();
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    priya = await atDesk(test, SALES);
    rahul = await atDesk(test, OTHER_SALES);
    program = await test.as(SALES);
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  const someone = () => {
    people += 1;
    return { name: `Meera Nair${people}`, email: `meera${people}@example.com`, phone: `98${people + 10_000_000}` };
  };
  const order = (customerData: object, tier: Tier = 'silver', more: object = {}) =>
    linkBody(tier, { customerData, ...more });
  const make = async (client: Client, body: object) => {
    const { status, body: answer, text } = await client.post(PATH, body);
    if (status !== 201) throw new Error(`create-link answered ${status}: ${text}`);
    return answer.data;
  };
  const ask = (client: Client, fields: Record<string, string>) =>
    client.get(`/api/payments/open-links?${new URLSearchParams(fields).toString()}`);
  const paymentsOf = async (email: string) =>
    query<{ reason: string | null }>(
      test,
      `SELECT p.duplicate_reason AS reason FROM payments p JOIN customers c ON c.id = p.customer_id
        WHERE c.email_key = ? ORDER BY p.id`,
      [email],
    );

  it('are told before a link is made: own with address, of others the first names and the time', async () => {
    const who = someone();
    const made = await make(priya, order(who));
    const fields = { tokenType: 'silver', email: who.email.toUpperCase(), phone: '' };
    const { body: own } = await ask(priya, fields);
    expect(own.data.openLinks).toEqual([
      {
        paymentId: made.paymentId,
        paymentUrl: made.paymentUrl,
        customerFirstName: 'Meera',
        tokenType: 'silver',
        tierCode: 'silver',
        createdAt: expect.stringMatching(/Z$/),
        paymentLinkExpiresAt: made.paymentLinkExpiresAt,
        sellerName: 'Priya',
        own: true,
      },
    ]);
    const other = await ask(rahul, { tokenType: 'silver', phone: who.phone });
    expect(other.body.data.openLinks).toEqual([
      { ...own.data.openLinks[0], paymentId: null, paymentUrl: null, own: false },
    ]);
    for (const secret of [made.paymentId, who.email, who.phone, who.name, SALES.email]) {
      expect(other.text).not.toContain(secret);
    }
    const { body: all } = await ask(await test.as(ADMIN), fields);
    expect(all.data.openLinks[0]).toMatchObject({ paymentId: made.paymentId, own: false });
  });

  it('another tier, part of an address, a paid, cancelled or expired link: nothing', async () => {
    const who = someone();
    const made = await make(priya, order(who));
    const count = async (fields: Record<string, string>) => (await ask(rahul, fields)).body.data.openLinks.length;
    expect(await count({ tokenType: 'gold', email: who.email })).toBe(0);
    expect(await count({ tokenType: 'silver', email: `x${who.email}` })).toBe(0);
    expect(await count({ tokenType: 'silver', email: who.email })).toBe(1);
    await pressPay(test.client(), made.paymentId);
    expect(await count({ tokenType: 'silver', email: who.email })).toBe(1);
    await payAsCustomer(test, made.paymentId);
    expect(await count({ tokenType: 'silver', email: who.email })).toBe(0);
    const second = await make(priya, order(who, 'silver', { duplicateReason: 'One for the sister' }));
    await cancelLink(priya, second.paymentId);
    expect(await count({ tokenType: 'silver', email: who.email })).toBe(0);
    await make(priya, order(who, 'silver', { expiry: '4h', duplicateReason: 'One for the sister' }));
    test.clock.advance(5 * HOUR);
    rahul = await test.as(OTHER_SALES);
    expect(await count({ tokenType: 'silver', email: who.email })).toBe(0);
  });

  it('broken off at the bank it can still be paid, so it is told; taken back by staff then, it is not', async () => {
    const who = someone();
    const made = await make(priya, order(who));
    const shown = async () =>
      (await ask(rahul, { tokenType: 'silver', email: who.email })).body.data.openLinks.length as number;
    await test.bank.press(await pressPay(test.client(), made.paymentId), 'cancel');
    await priya.post(`/api/payments/check-status/${made.paymentId}`);
    expect(await statusOf(test.client(), made.paymentId)).toBe('cancelled');
    expect(await shown()).toBe(1);
    const second = await rahul.post(PATH, order(who));
    expect([second.status, second.body.error]).toEqual([409, 'OPEN_LINK_EXISTS']);
    await cancelLink(priya, made.paymentId);
    expect(await shown()).toBe(0);
  });

  describe('and valid tokens of the same person', () => {
    const buyToken = async (client: Client, who: object, tier: Tier) => {
      const made = await make(client, order(who, tier));
      await payAsCustomer(test, made.paymentId);
      const [row] = await query<{ number: string }>(
        test,
        'SELECT token_number AS number FROM payments WHERE public_id = ?',
        [made.paymentId],
      );
      return { paymentId: made.paymentId as string, number: row!.number };
    };

    it('are told with number, time and seller; own with the id, of others without', async () => {
      const who = someone();
      const held = await buyToken(priya, who, 'gold');
      const fields = { tokenType: 'platinum', email: '', phone: who.phone };
      const { body: own } = await ask(priya, fields);
      expect(own.data).toEqual({
        openLinks: [],
        heldTokens: [
          {
            paymentId: held.paymentId,
            tokenNumber: held.number,
            tokenType: 'gold',
            tierCode: 'gold',
            customerFirstName: 'Meera',
            paidAt: expect.stringMatching(/Z$/),
            sellerName: 'Priya',
            own: true,
            upgradeTo: ['platinum'],
          },
        ],
      });
      const other = await ask(rahul, { tokenType: 'silver', email: who.email });
      expect(other.body.data.heldTokens).toEqual([{ ...own.data.heldTokens[0], paymentId: null, own: false }]);
      for (const secret of [held.paymentId, who.email, who.phone, who.name]) expect(other.text).not.toContain(secret);
    });

    it.each(['gold', 'platinum', 'silver'] as const)('a %s sale at a desk then needs a reason', async (tier) => {
      const who = someone();
      const { number } = await buyToken(priya, who, 'gold');
      const refused = await rahul.post(PATH, order({ ...who, email: `second.${who.email}` }, tier));
      expect([refused.status, refused.body.error]).toEqual([409, 'TOKEN_HELD']);
      expect(refused.body.details.duplicateReason).toMatch(
        new RegExp(`^Meera holds ${number}, paid .+ IST at Priya's desk\\. Say why a second unit is sold\\.$`),
      );
      expect(await paymentsOf(`second.${who.email}`)).toEqual([]);
      const data = await make(rahul, order(who, tier, { duplicateReason: 'One more for the brother' }));
      expect(data.heldTokens).toEqual([expect.objectContaining({ tokenNumber: number, paymentId: null })]);
      expect((await auditOf(test, data.paymentId))[0]?.reason).toBe('second unit, reason given');
    });

    it('a program gets its link, the tokens beside it', async () => {
      const who = someone();
      const { number } = await buyToken(program, who, 'silver');
      const data = await make(program, order(who));
      expect(data.heldTokens).toEqual([expect.objectContaining({ tokenNumber: number, own: true })]);
      expect((await auditOf(test, data.paymentId))[0]?.reason).toBe('second unit, no reason given');
    });

    it('a token that is void or was upgraded is none; the new one is', async () => {
      const who = someone();
      const { number } = await buyToken(priya, who, 'silver');
      await query(test, "UPDATE tokens SET status = 'void' WHERE token_number = ?", [number]);
      expect((await ask(rahul, { tokenType: 'silver', email: who.email })).body.data.heldTokens).toEqual([]);
      await make(priya, order(who));
      await query(test, "UPDATE tokens SET status = 'active' WHERE token_number = ?", [number]);
    });

    it('of a sale and a payment at the same moment one sees the other', async () => {
      for (let round = 0; round < 4; round += 1) {
        const who = someone();
        const first = await make(priya, order(who));
        const [, second] = await Promise.all([payAsCustomer(test, first.paymentId), rahul.post(PATH, order(who))]);
        expect(second.status).toBe(409);
        expect(['OPEN_LINK_EXISTS', 'TOKEN_HELD']).toContain(second.body.error);
      }
    });

    it('each question is an entry of the audit log, without the address', async () => {
      const who = someone();
      await ask(rahul, { tokenType: 'silver', email: who.email, phone: who.phone });
      await ask(rahul, { tokenType: 'gold', email: who.email.toUpperCase() });
      const rows = await query<{ subject: string; tier: string; reason: string; kind: string }>(
        test,
        `SELECT subject_id AS subject, to_value AS tier, reason, actor_kind AS kind FROM audit_log
          WHERE action = 'customer.looked_up' ORDER BY id DESC LIMIT 2`,
      );
      expect(rows.map(({ tier, kind }) => [tier, kind])).toEqual([
        ['gold', 'staff'],
        ['silver', 'staff'],
      ]);
      expect(rows[0]?.subject).toBe(rows[1]?.subject);
      expect(rows[0]?.subject).toMatch(/^[0-9a-f]{32}$/);
      expect(JSON.stringify(rows)).not.toContain(who.email);
    });
  });

  it('asked badly: a clear answer; asked too often: wait; not for strangers', async () => {
    expect((await ask(priya, { tokenType: 'bronze', email: 'a@b.co' })).status).toBe(400);
    expect((await ask(priya, { email: 'a@b.co' })).status).toBe(422);
    const bad: Record<string, string>[] = [{}, { email: 'meera' }, { phone: '12' }, { email: '', phone: '' }];
    for (const fields of bad) {
      const { status, body } = await ask(priya, { tokenType: 'silver', ...fields });
      expect([status, body.error]).toEqual([422, 'FIELD_ERRORS']);
    }
    expect((await ask(test.client(), { tokenType: 'silver', email: 'a@b.co' })).status).toBe(401);
    const admin = await test.as(ADMIN);
    const answers = [];
    for (let time = 0; time < 61; time += 1) answers.push(await ask(admin, { tokenType: 'silver', email: 'a@b.co' }));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('at a desk a second link needs a reason; the reason is kept', async () => {
    const who = someone();
    await make(priya, order(who));
    const refused = await rahul.post(PATH, order({ ...who, email: `other.${who.email}` }));
    expect([refused.status, refused.body.error]).toEqual([409, 'OPEN_LINK_EXISTS']);
    expect(refused.body.details.duplicateReason).toMatch(
      /^Priya made a Silver link for Meera on \d{1,2} \w+ \d{4}, \d{1,2}:\d\d [ap]m IST\. Say why/,
    );
    expect(await paymentsOf(`other.${who.email}`)).toEqual([]);
    for (const duplicateReason of ['ab', ' '.repeat(9), 'x'.repeat(201)]) {
      expect((await rahul.post(PATH, order(who, 'silver', { duplicateReason }))).status).toBe(422);
    }
    const data = await make(rahul, order(who, 'silver', { duplicateReason: 'Buys one for his brother' }));
    expect(data.openLinks).toEqual([expect.objectContaining({ sellerName: 'Priya', paymentId: null, own: false })]);
    expect(await paymentsOf(who.email)).toEqual([{ reason: null }, { reason: 'Buys one for his brother' }]);
    expect(await auditOf(test, data.paymentId)).toEqual([
      expect.objectContaining({ action: 'payment.created', reason: 'second link, reason given' }),
    ]);
    // Another tier is another sale.
    expect((await make(priya, order(who, 'platinum'))).openLinks).toEqual([]);
  });

  it('a program gets its link, the others beside it, and the audit log tells', async () => {
    const who = someone();
    const first = await make(program, order(who));
    expect(first.openLinks).toEqual([]);
    const second = await make(program, order(who));
    expect(second.openLinks).toEqual([expect.objectContaining({ paymentId: first.paymentId, own: true })]);
    expect((await auditOf(test, second.paymentId))[0]?.reason).toBe('second link, no reason given');
    expect((await auditOf(test, first.paymentId))[0]?.reason).toBeNull();
  });

  it('a repetition under the same key gets the first answer, not a refusal', async () => {
    const body = order(someone());
    const key = { 'idempotency-key': `open-links-${people}` };
    const first = await priya.post(PATH, body, key);
    const again = await priya.post(PATH, body, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    // A refusal is not kept: with a reason the same form goes through.
    const second = { 'idempotency-key': `open-links-${people}-second` };
    expect((await priya.post(PATH, body, second)).status).toBe(409);
    expect((await priya.post(PATH, { ...body, duplicateReason: 'Lost the first' }, second)).status).toBe(201);
  });

  it.each([
    [
      'the same address',
      (who: ReturnType<typeof someone>, at: number) => ({ ...who, phone: `97${at}0000000`.slice(0, 10) }),
    ],
    ['the same number', (who: ReturnType<typeof someone>, at: number) => ({ ...who, email: `${at}.${who.email}` })],
    ['both', (who: ReturnType<typeof someone>) => who],
  ])('from many desks at the same moment, %s: one link', async (_name, as) => {
    for (let round = 0; round < 4; round += 1) {
      const who = someone();
      const answers = await Promise.all(
        [priya, rahul, priya, rahul, priya, rahul].map((desk, at) => desk.post(PATH, order(as(who, at)))),
      );
      expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.error === 'OPEN_LINK_EXISTS')).toHaveLength(5);
    }
  });

  it('many different people at the same moment: nobody waits in vain', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => priya.post(PATH, order(someone()))));
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  });
});
