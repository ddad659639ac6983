// The bank of the benchmark as a process of its own.
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.mjs';
import { Program } from './processes.mjs';
import { BANK } from './product.mjs';

export async function startBank() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bank-'));
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    BANK_PORT: String(port),
    BANK_MERCHANT: BANK.merchantId,
    BANK_SECRET: BANK.secretKey,
  };
  const file = join(import.meta.dirname, '../bank.mjs');
  const program = new Program({ file, env, cwd: folder, logFile: join(folder, 'log') });
  const url = `http://127.0.0.1:${port}`;
  const control = async (wish) => {
    const answer = await fetch(`${url}/control`, { method: 'POST', body: wish ? JSON.stringify(wish) : '' });
    return answer.json();
  };
  await program.untilAnswers(`${url}/control`);
  const stop = async () => {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, pid: program.pid, control, stop };
}

/** An advice as the bank posts it: a form, signed over all its values in the order of their names. */
export function adviceOf({ invoiceNo, amountPaise }) {
  const amount = (amountPaise / 100).toFixed(2);
  const fields = {
    amount,
    invoiceNo,
    merchantId: BANK.merchantId,
    merchantTxnNo: invoiceNo,
    paymentDateTime: '20261115101500',
    paymentID: `P${invoiceNo.slice(2)}`,
    paymentMode: 'UPI',
    respDescription: 'Transaction successful',
    responseCode: '0000',
    txnID: `B${invoiceNo.slice(2)}`,
  };
  const message = Object.values(fields).join('');
  const secureHash = createHmac('sha256', BANK.secretKey).update(message).digest('hex');
  return new URLSearchParams({ ...fields, secureHash }).toString();
}
