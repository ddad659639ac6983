import { ERASED_TEXT } from '../../domain/erased-customer.js';
import { parseFlatJson } from '../../domain/flat-json.js';

/** Fields of the bank's protocol that name the money and never the person. Whatever else a message holds is dropped. */
const KEPT = new Set([
  'aggregatorid', 'amount', 'authcode', 'chargeamount', 'currencycode', 'invoiceno', 'invoicestatus', 'merchantid',
  'merchanttxnno', 'originaltxnno', 'paymentdatetime', 'paymentid', 'paymentmode', 'paymentsubinsttype', 'respdescription',
  'responsecode', 'responsedescription', 'transactiontype', 'txnauthid', 'txnid', 'txnresponsecode', 'txnrespdescription',
  'txnstatus', 'txndate',
]); // prettier-ignore

/** Long enough for the bank's own numbers, too short for a message of somebody. */
const MOST_CHARACTERS = 120;
const PERSONAL = /@|(?<!\d)(?:\+?91)?[6-9]\d{9}(?!\d)/;
/** Numbers of the bank may look like telephone numbers. */
const REFERENCE = /(id|no|datetime|amount|code|date)$/;

/**
 * A request, answer or message of the bank, JSON or form, without anything about the person: what is left is JSON of the
 * fields that prove the money.
 */
export function withoutPerson(text: string): string {
  const fields = parseFlatJson(text) ?? formFields(text);
  if (fields === null) return ERASED_TEXT;
  const kept = Object.entries(fields).filter(([name, value]) => typeof value === 'string' && isKept(name, value));
  return JSON.stringify(Object.fromEntries(kept));
}

/** What a review keeps: words of ours, numbers of both sides. What the bank wrote beside them goes. */
const KEPT_EVIDENCE = new Set([
  'kind', 'txnId', 'currency', 'code', 'reason', 'field', 'invoiceNo', 'refund', 'answer', 'requestedAt',
]); // prettier-ignore

/** JSON as `reviews.evidence` holds it, without anything about the person. */
export function evidenceWithoutPerson(evidence: string): string {
  const { bank = {}, ...ours } = JSON.parse(evidence) as { bank?: Record<string, unknown> };
  const kept = Object.entries(bank).filter(([name, value]) => typeof value !== 'string' || KEPT_EVIDENCE.has(name));
  return JSON.stringify({ bank: Object.fromEntries(kept), ...ours });
}

function isKept(field: string, value: string): boolean {
  const name = field.toLowerCase();
  return KEPT.has(name) && value.length <= MOST_CHARACTERS && (REFERENCE.test(name) || !PERSONAL.test(value));
}

function formFields(text: string): Record<string, string> | null {
  if (!/^[^\s{}<>]+=/.test(text)) return null;
  return Object.fromEntries(new URLSearchParams(text));
}
