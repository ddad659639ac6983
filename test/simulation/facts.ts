import type { Exchange } from '../../src/modules/gateway/exchange.js';

/** What the product asked the bank, read off the wire. */
export interface Order {
  kind: 'create' | 'status' | 'refund' | 'settlement';
  /** Our invoice, our refund, or whatever else the question names. */
  reference: string;
}

/** What a person concludes from an answer of the bank that has reached the product. */
export type BankFact = { actor: string; reference: string } & (
  | { type: 'invoice'; outcome: 'open' | 'refused' | 'unknown' | 'abandoned' }
  | { type: 'status'; outcome: 'paid'; txn: string; amount: number | null; currency: string | null }
  | { type: 'status'; outcome: 'declined' | 'cancelled' | 'not-found' | 'silent' }
  | { type: 'status'; outcome: 'pending'; code: string }
  /** `names`: the answer names a state of the transaction, other than paid. */
  | { type: 'status'; outcome: 'error'; names: boolean }
  | { type: 'status'; outcome: 'mismatch'; field: 'merchant' | 'reference' }
  | { type: 'refund-order'; outcome: 'accepted' | 'refused' | 'duplicate' | 'unsent' | 'bad-hash' | 'unclear' }
  | {
      type: 'refund-status';
      outcome: 'done' | 'pending' | 'rejected' | 'not-found' | 'other-amount' | 'mismatch' | 'unclear';
    }
);

type Fields = Record<string, unknown>;

/**
 * Answers that the bank did not sign, or that were altered after it had. One that was cut elsewhere keeps its hash, which has no
 * separators: it is read as it stands.
 */
const UNSIGNED = new Set(['wrong-hash', 'other-key', 'altered-amount']);
/** Not readable as the flat message that the protocol knows. */
const UNREADABLE = new Set(['repeated-field', 'wrong-types']);

export function orderOf(body: string, path: string): Order {
  const fields: Fields = body.startsWith('{')
    ? (JSON.parse(body) as Fields)
    : Object.fromEntries(new URLSearchParams(body));
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  if (path.endsWith('paymentInvoiceService')) return { kind: 'create', reference: text('invoiceNo') };
  if (text('transactionType') === 'REFUND') return { kind: 'refund', reference: text('merchantTxnNo') };
  if (text('transactionType') === 'STATUS') return { kind: 'status', reference: text('originalTxnNo') };
  return { kind: 'settlement', reference: text('settlementID') };
}

/** @param bent how this answer went wrong; null: it did not @param wanted paise, of a refund */
export function factOf(order: Order, exchange: Exchange, bent: string | null, actor: string): BankFact | null {
  const { reference } = order;
  const about = { actor, reference };
  const fields = bent !== null && UNREADABLE.has(bent) ? null : fieldsOf(exchange);
  const isTrusted = bent === null || (!UNSIGNED.has(bent) && bent !== 'missing-hash');
  switch (order.kind) {
    case 'create':
      return { ...about, type: 'invoice', outcome: invoiceOutcome(exchange, fields, bent) };
    case 'refund':
      return { ...about, type: 'refund-order', outcome: refundOutcome(exchange, fields, isTrusted, bent) };
    case 'status':
      if (reference.startsWith('RF'))
        return { ...about, type: 'refund-status', outcome: isTrusted ? refundState(fields, bent) : 'unclear' };
      return { ...about, ...statusFact(isTrusted ? fields : null, bent) } as BankFact;
    default:
      return null;
  }
}

function fieldsOf(exchange: Exchange): Record<string, string> | null {
  if (exchange.kind !== 'answered' || exchange.httpStatus !== 200) return null;
  try {
    return JSON.parse(exchange.text) as Record<string, string>;
  } catch {
    return null;
  }
}

function invoiceOutcome(exchange: Exchange, fields: Record<string, string> | null, bent: string | null) {
  if (exchange.kind === 'not-sent') return 'refused';
  if (!fields || (bent !== null && UNSIGNED.has(bent))) return 'unknown';
  if (bent === 'wrong-merchant' || bent === 'unknown-invoice') return 'unknown';
  const link = fields['redirectionURL'];
  const isOurs = link?.startsWith('http://bank.test/') ?? false;
  if (fields['responseCode'] === '405') return isOurs ? 'open' : 'abandoned';
  if (fields['responseCode'] === '0000') return link === undefined ? 'unknown' : isOurs ? 'open' : 'refused';
  return 'refused';
}

function refundOutcome(
  exchange: Exchange,
  fields: Record<string, string> | null,
  isTrusted: boolean,
  bent: string | null,
) {
  if (exchange.kind === 'not-sent') return 'unsent';
  if (!fields) return 'unclear';
  if (!isTrusted) return 'bad-hash';
  if (bent === 'wrong-merchant' || bent === 'unknown-invoice') return 'unclear';
  const code = fields['responseCode'];
  if (code === 'R1000' || code === 'P1000') return 'accepted';
  return code === '405' ? 'duplicate' : 'refused';
}

function refundState(fields: Record<string, string> | null, bent: string | null) {
  if (!fields) return 'unclear';
  if (bent === 'wrong-merchant' || bent === 'unknown-invoice') return 'mismatch';
  if (fields['responseCode'] === 'P0039') return 'not-found';
  switch (fields['txnStatus']) {
    case 'SUC':
      return bent === 'different-amount' ? 'other-amount' : 'done';
    case 'REQ':
      return 'pending';
    case 'REJ':
      return 'rejected';
    default:
      return 'unclear';
  }
}

/** Money is proven by the word and its code together; the outer code only says that the question was understood. */
function statusFact(fields: Record<string, string> | null, bent: string | null) {
  if (!fields) return { type: 'status', outcome: 'silent' } as const;
  if (bent === 'wrong-merchant') return { type: 'status', outcome: 'mismatch', field: 'merchant' } as const;
  if (bent === 'unknown-invoice') return { type: 'status', outcome: 'mismatch', field: 'reference' } as const;
  // The bank would not hear the question.
  if (fields['responseCode'] === 'P1006') return { type: 'status', outcome: 'silent' } as const;
  if (fields['responseCode'] === 'P0039') return { type: 'status', outcome: 'not-found' } as const;
  if (fields['transactionType'] === 'REFUND')
    return { type: 'status', outcome: 'mismatch', field: 'reference' } as const;
  const word = fields['txnStatus'];
  if (word === 'SUC') {
    if (bent === 'no-txn-id') return { type: 'status', outcome: 'error', names: false } as const;
    const rupees = /^(\d+)(?:\.(\d{2}))?$/.exec(fields['amount'] ?? '');
    const amount = rupees ? Number(rupees[1]) * 100 + Number(rupees[2] ?? 0) : null;
    const currency = fields['currencyCode'] ?? null;
    return { type: 'status', outcome: 'paid', txn: fields['txnID'] ?? '', amount, currency } as const;
  }
  if (word === 'REQ') return { type: 'status', outcome: 'pending', code: fields['txnResponseCode'] ?? '' } as const;
  if (word === 'REJ')
    return { type: 'status', outcome: fields['txnResponseCode'] === '020' ? 'cancelled' : 'declined' } as const;
  return { type: 'status', outcome: 'error', names: word !== undefined } as const;
}
