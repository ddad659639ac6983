import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { TaskRunner } from '../../src/runtime/tasks/task.js';
import type { Client } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { expectInvariants, expectOneReceiptEach } from '../support/invariants.js';
import { attachmentsOf, MailCatcher, textPartOf } from '../support/mail-catcher.js';
import { pdfText } from '../support/pdf-text.js';
import { eventually } from '../support/product-process.js';
import { payAsCustomer } from '../support/refunds.js';
import { createLink } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

describe('documents and emails on the worker thread', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let seller: Client;

  beforeAll(async () => {
    await catcher.open();
    const env = { SMTP_URL: catcher.url, MAIL_FROM: 'sales@example.com' };
    test = await TestApp.start({ env, printsReceipts: true, hasWorkerThread: true });
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.as(SALES);
    catcher.mails.length = 0;
  });
  afterEach(() => expectInvariants(test));
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const thread = () => (test.get(TaskRunner) as unknown as { worker: Worker | null }).worker;
  const paid = async (email: string) => {
    const { paymentId } = await createLink(seller, 'gold', { customerData: { name: 'Zoë Rao', email } });
    await payAsCustomer(test, paymentId);
    return paymentId;
  };
  const row = async (paymentId: string) => {
    const sql = 'SELECT status, attempts, last_error AS problem FROM mail_outbox WHERE dedupe_key = ?';
    return (await test.get(DataSource).query(sql, [`receipt:${paymentId}`]))[0] as unknown;
  };
  const later = async () => {
    test.clock.advance(MINUTE);
    await test.poll();
    await test.settle();
  };

  it('a sale sends one receipt with its document, the same as is downloaded', async () => {
    const paymentId = await paid('zoe@example.com');
    await test.settle();
    expect(thread()).not.toBeNull();
    expect(catcher.mails.map(({ to }) => to)).toEqual([['zoe@example.com']]);
    const raw = catcher.mails[0]?.raw ?? '';
    expect(textPartOf(raw)).toContain('Dear Zoë,');
    const [file] = attachmentsOf(raw);
    expect(pdfText(file?.content ?? Buffer.alloc(0))).toContain('Zoë Rao, zoe@example.com');
    const download = await fetch(`${test.url}/payment/${paymentId}/receipt.pdf`);
    expect(pdfText(Buffer.from(await download.arrayBuffer()))).toContain('₹51,000');
    expect(await row(paymentId)).toEqual({ status: 'sent', attempts: 1, problem: null });
  });

  it('a thread that dies with an email under way: sent a minute later, once', async () => {
    await catcher.close();
    const silent = createServer().listen(Number(new URL(catcher.url).port), '127.0.0.1');
    await once(silent, 'listening');
    const connected = once(silent, 'connection');
    const paymentId = await paid('patient@example.com');
    const [socket] = await connected;
    await thread()?.terminate();
    socket.destroy();
    silent.close();
    await test.settle();
    const problem = 'the worker thread ended before its work was done';
    expect(await row(paymentId)).toEqual({ status: 'queued', attempts: 1, problem });
    await catcher.open();
    await later();
    await later();
    expect(catcher.mails.map(({ to }) => to)).toEqual([['patient@example.com']]);
    await expectOneReceiptEach(test.get(DataSource));
  });

  it('what a mail server says is kept without the address', async () => {
    catcher.refusing = true;
    const paymentId = await paid('shy@example.com');
    await test.settle();
    catcher.refusing = false;
    expect(await row(paymentId)).toMatchObject({ status: 'queued', problem: expect.stringContaining('try later') });
    expect(JSON.stringify(await row(paymentId))).not.toContain('shy@example.com');
    await later();
    await eventually('it is sent', () => catcher.mails.length === 1);
  });
});
