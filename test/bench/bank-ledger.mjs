// Invoices of the benchmark's bank: opened by the product, decided by the customers of the benchmark.
import { setTimeout as pause } from 'node:timers/promises';

const ADVICE_AFTER_MS = 50;
const ADVICE_AGAIN_MS = 2_000;
const ADVICE_TRIES = 30;
/** In the email address of a customer: the first answer to this invoice is lost. */
const LOST_INVOICE = '.lost-invoice@';
const DECLINED = '039';
const IST_MS = 5.5 * 3_600_000;

export class Ledger {
  #invoices = new Map();
  #advices = { acknowledged: 0, repeated: 0, lost: 0 };
  #sign;
  #url;

  /** @param url of the bank itself, to which customers are sent */
  constructor(sign, url) {
    this.#sign = sign;
    this.#url = url;
  }

  /** @returns `{ message, isLost }`: the answer to an invoice creation, and whether it is to be cut off */
  open(fields) {
    const { invoiceNo, merchantId } = fields;
    const known = this.#invoices.get(invoiceNo);
    const redirectionURL = `${this.#url}/pay/${invoiceNo}`;
    const echo = { merchantId, invoiceNo, redirectionURL };
    if (known) {
      return { isLost: false, message: this.#sign({ ...echo, responseCode: '405', respDescription: 'Invoice number already exists' }) };
    }
    const { chargeAmount: amount, emailID: email, paymentReturnURL: returnUrl } = fields;
    this.#invoices.set(invoiceNo, { invoiceNo, merchantId, amount, email, returnUrl, state: 'open', at: 0, cutsOff: 0 });
    const message = this.#sign({ ...echo, responseCode: '0000', respDescription: 'Invoice created successfully' });
    return { isLost: (email ?? '').includes(LOST_INVOICE), message };
  }

  /** @returns as `open`; null for an invoice that this bank does not know */
  status(reference) {
    const invoice = this.#invoices.get(reference);
    if (!invoice) return null;
    const isLost = invoice.cutsOff > 0;
    if (isLost) invoice.cutsOff -= 1;
    return { isLost, message: this.#sign({ ...headOf(invoice), ...OUTCOMES[invoice.state], ...moneyOf(invoice) }) };
  }

  /**
   * What the customer does on the bank's page.
   * @param wish `{ invoiceNo, outcome: 'paid' | 'declined', advise, loseStatus }`
   * @returns `{ at, form, returnUrl }`: when it was decided, and what the browser brings back
   */
  decide({ invoiceNo, outcome, advise, loseStatus }) {
    const invoice = this.#invoices.get(invoiceNo);
    if (invoice?.state !== 'open') throw new Error(`invoice ${invoiceNo} cannot be paid: ${invoice?.state ?? 'unknown'}`);
    Object.assign(invoice, { state: outcome, at: Date.now(), cutsOff: loseStatus ? 1 : 0 });
    const form = new URLSearchParams(this.#sign(noticeOf(invoice))).toString();
    if (advise) void this.#advise(invoice, form);
    return { at: invoice.at, form, returnUrl: invoice.returnUrl };
  }

  /** @returns what was captured so far: amounts in paise, `at` in milliseconds since 1970; and how many advices were acknowledged */
  book() {
    const paid = [...this.#invoices.values()].filter(({ state }) => state === 'paid');
    const captures = paid.map(({ invoiceNo, amount, email, at }) => ({ invoiceNo, email, at, amount: Math.round(Number(amount) * 100) }));
    return { captures, advices: this.#advices };
  }

  /** Forgets the steps before. */
  clear() {
    this.#invoices.clear();
    this.#advices = { acknowledged: 0, repeated: 0, lost: 0 };
  }

  /** Sent again until it is acknowledged, as the bank does. */
  async #advise({ returnUrl }, body) {
    const url = new URL('/api/gateway/callback', returnUrl);
    await pause(ADVICE_AFTER_MS);
    for (let tries = 0; tries < ADVICE_TRIES; tries += 1) {
      if (tries > 0) this.#advices.repeated += 1;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 200) return void (this.#advices.acknowledged += 1);
      await pause(ADVICE_AGAIN_MS);
    }
    this.#advices.lost += 1;
  }
}

const OUTCOMES = {
  open: { txnStatus: 'REQ', txnResponseCode: 'R1000', txnRespDescription: 'Transaction in progress' },
  paid: { txnStatus: 'SUC', txnResponseCode: '0000', txnRespDescription: 'Transaction successful' },
  declined: { txnStatus: 'REJ', txnResponseCode: DECLINED, txnRespDescription: 'Transaction declined' },
};

function headOf({ invoiceNo, merchantId }) {
  return {
    responseCode: '0000',
    respDescription: 'Request processed successfully',
    merchantID: merchantId,
    merchantTxnNo: invoiceNo,
    originalTxnNo: invoiceNo,
    transactionType: 'SALE',
  };
}

function moneyOf({ invoiceNo, amount, state, at }) {
  if (state === 'open') return {};
  const reference = invoiceNo.slice(2);
  return { txnID: `B${reference}`, paymentID: `P${reference}`, amount, paymentMode: 'UPI', paymentDateTime: stampOf(at) };
}

/** A return and an advice say the same. */
function noticeOf(invoice) {
  const isPaid = invoice.state === 'paid';
  return {
    ...moneyOf(invoice),
    invoiceNo: invoice.invoiceNo,
    merchantId: invoice.merchantId,
    merchantTxnNo: invoice.invoiceNo,
    responseCode: isPaid ? '0000' : DECLINED,
    respDescription: isPaid ? 'Transaction successful' : 'Transaction declined',
  };
}

/** `yyyyMMddHHmmss` in India. */
function stampOf(ms) {
  return new Date(ms + IST_MS).toISOString().replace(/\D/g, '').slice(0, 14);
}
