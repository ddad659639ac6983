import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import { eventually, ProductSite } from '../support/product-process.js';
import { createLink } from '../support/sales.js';
import { SALES } from '../support/test-app.js';

const SENDERS = 16;

describe("kill -9 under a flood of the bank's messages", () => {
  let site: ProductSite;

  beforeAll(async () => {
    site = await ProductSite.make({ POLL_INTERVAL_SECONDS: '0' });
    await site.start();
  });
  afterAll(() => site.close());

  it('every message that was acknowledged is there afterwards, once', async () => {
    const seller = await site.client().signIn(SALES.email, SALES.password);
    // Of one payment only so many different messages are taken.
    const links: { invoiceNo: string }[] = [];
    for (let made = 0; made < SENDERS; made += 1) links.push(await createLink(seller));
    const acknowledged: string[] = [];
    let next = 0;
    let isOver = false;
    const send = async ({ invoiceNo }: { invoiceNo: string }) => {
      while (!isOver) {
        const fields = {
          invoiceNo,
          merchantId: 'T_SANDBOX1',
          paymentID: `P${(next += 1)}`,
          responseCode: 'R1000',
        };
        const body = new URLSearchParams({ ...fields, secureHash: secureHashV1(fields, 'sandbox-key-1') }).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const reply = await fetch(`${site.url}/api/gateway/callback`, { method: 'POST', body, headers }).catch(
          () => null,
        );
        if (reply?.status !== 200) return;
        acknowledged.push(createHash('sha256').update(body).digest('hex'));
      }
    };
    const senders = Promise.all(links.map(send));
    await eventually('many are acknowledged', () => acknowledged.length >= 100);
    await site.kill();
    isOver = true;
    await senders;
    await site.start();
    const marks = acknowledged.map(() => '?').join(', ');
    const stored = `gateway_notices WHERE channel = 'advice' AND digest IN (${marks})`;
    expect(await site.count(stored, acknowledged)).toBe(acknowledged.length);
    const due = `payment_attempts WHERE invoice_no IN (${links.map(() => '?').join(', ')}) AND next_check_at IS NOT NULL`;
    const invoices = links.map(({ invoiceNo }) => invoiceNo);
    expect(await site.count(due, invoices)).toBe(SENDERS);
  });
});
