import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxBank } from '../../src/sandbox-bank/index.js';

export interface BankLedger {
  capturedPaise: number;
  refundedPaise: number;
}

/** The bank of one test file: its buttons, its faults, and what it says it has charged. */
export class TestBank {
  constructor(private readonly bank: SandboxBank) {}

  get url(): string {
    return this.bank.url;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the control answers differ by operation
  async control(order: Record<string, unknown>): Promise<any> {
    const response = await fetch(this.bank.controlUrl, { method: 'POST', body: JSON.stringify(order) });
    const answer = (await response.json()) as { ok: boolean; error?: string };
    if (!answer.ok) throw new Error(`bank control: ${answer.error}`);
    return answer;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- read by the tests
  async list(): Promise<any> {
    return (await fetch(this.bank.controlUrl)).json();
  }

  fault(on: string, kind: string, more: Record<string, unknown> = {}): Promise<unknown> {
    return this.control({ op: 'fault', on, kind, ...more });
  }

  clearFaults(): Promise<unknown> {
    return this.control({ op: 'clear-faults' });
  }

  /** @returns as {@link pressButton} */
  press(pageUrl: string, outcome: string): Promise<URLSearchParams | null> {
    return pressButton(pageUrl, outcome);
  }

  /** Sends the advice of an invoice, and waits for the answer. */
  async advise(invoiceNo: string, more: Record<string, unknown> = {}): Promise<void> {
    await this.control({ op: 'advice', invoiceNo, ...more });
    const { advices } = this.bank.state;
    while (advices.some((each) => each.invoiceNo === invoiceNo && each.attempts.length === 0)) await pause(5);
  }

  /** From now on the bank says this of what was tried on an invoice. */
  reword(invoiceNo: string, words: { text?: string; mode?: string; bank?: string; code?: string }): void {
    const tries = this.bank.state.invoices.get(invoiceNo)?.transactions ?? [];
    if (tries.length === 0) throw new Error(`nothing was tried on ${invoiceNo}`);
    for (const tried of tries) Object.assign(tried, words);
  }

  async close(): Promise<void> {
    await this.bank.close();
  }
}

/**
 * Presses a button of the hosted page as a browser without scripts would.
 * @returns the fields that the browser would post to the return address; null when the customer does not come back
 */
export async function pressButton(pageUrl: string, outcome: string): Promise<URLSearchParams | null> {
  const response = await fetch(`${pageUrl}/outcome`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
  const html = await response.text();
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  if (fields.length === 0) return null;
  return new URLSearchParams(fields.map(([, name, value]): [string, string] => [decoded(name), decoded(value)]));
}

function decoded(text = ''): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
  return text.replace(/&(\w+|#\w+);/g, (whole, name: string) => named[name] ?? whole);
}
