import { ERASED_TEXT } from '../../domain/people/erased-customer.js';
import { parseFlatJson } from '../../domain/bank-hash/flat-json.js';

/** Bank fields about the money, never about the person (docs/bank-protocol.md#status). All others are dropped. */
const KEPT = new Set([
  'aggregatorid', 'amount', 'authcode', 'chargeamount', 'currencycode', 'invoiceno', 'invoicestatus', 'merchantid',
  'merchanttxnno', 'originaltxnno', 'paymentdatetime', 'paymentid', 'paymentmode', 'paymentsubinsttype', 'respdescription',
  'responsecode', 'responsedescription', 'transactiontype', 'txnauthid', 'txnid', 'txnresponsecode', 'txnrespdescription',
  'txnstatus', 'txndate',
]); // prettier-ignore

/** Long enough for references, too short for free text. */
const MAX_CHARACTERS = 120;
const PERSONAL = /@|(?<!\d)(?:\+?91)?[6-9]\d{9}(?!\d)/;
/** Bank references may look like phone numbers. */
const REFERENCE = /(id|no|datetime|amount|code|date)$/;

/** A request, answer or callback (JSON or form) without personal data: JSON of the fields that prove the money. */
export function withoutPerson(text: string): string {
  const fields = parseFlatJson(text) ?? formFields(text);
  if (fields === null) return ERASED_TEXT;
  const kept = Object.entries(fields).filter(([name, value]) => typeof value === 'string' && isKept(name, value));
  return JSON.stringify(Object.fromEntries(kept));
}

/** The bank's description as it is stored beside its code; null where it may name the person. */
export function descriptionWithoutPerson(text: string | null): string | null {
  return text !== null && isKept('respdescription', text) ? text : null;
}

/** Fields of a review's evidence that are kept: our texts and both sides' numbers. Texts of the bank are dropped. */
const KEPT_EVIDENCE = new Set([
  'kind', 'txnId', 'currency', 'code', 'reason', 'field', 'invoiceNo', 'refund', 'answer', 'requestedAt',
]); // prettier-ignore

/** `reviews.evidence` without personal data. */
export function evidenceWithoutPerson(evidence: string): string {
  const { bank = {}, ...ours } = JSON.parse(evidence) as { bank?: Record<string, unknown> };
  const kept = Object.entries(bank).filter(([name, value]) => typeof value !== 'string' || KEPT_EVIDENCE.has(name));
  return JSON.stringify({ bank: Object.fromEntries(kept), ...ours });
}

function isKept(field: string, value: string): boolean {
  const name = field.toLowerCase();
  return KEPT.has(name) && value.length <= MAX_CHARACTERS && (REFERENCE.test(name) || !PERSONAL.test(value));
}

function formFields(text: string): Record<string, string> | null {
  if (!/^[^\s{}<>]+=/.test(text)) return null;
  return Object.fromEntries(new URLSearchParams(text));
}
