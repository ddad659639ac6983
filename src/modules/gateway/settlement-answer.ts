import { isIstDay } from '../../domain/calendar/ist-day.js';
import { isRefundReference } from '../../runtime/ids.js';
import type { Exchange, NotSent, Unknown } from './exchange.js';
import { readSignedAmount } from './gateway-amount.js';
import { NOT_FOUND_CODES, SUCCESS_CODES } from './gateway-codes.js';
import type {
  BankPayout,
  BankPayoutLine,
  SettlementListResult,
  SettlementPageResult,
  SettlementStatusResult,
} from './settlement-results.js';
import {
  type AnswerKeys,
  badHash,
  cleanText,
  codeOf,
  describe,
  openAnswer,
  textOf,
  unreadable,
} from './signed-answer.js';

type Item = Readonly<Record<string, unknown>>;
type Report = { kind: 'report'; fields: Item; items: Item[] };
type Unread = Unknown | NotSent | { kind: 'refused'; code: string; text: string };

const REFERENCE = /^[A-Za-z0-9_-]{1,40}$/;

/**
 * `SETTLEMENTSUMMARY` (docs/bank-protocol.md#settlement). A day without a payout is an empty list, or the code for "not found".
 */
export function readSettlementList(exchange: Exchange): SettlementListResult {
  const report = openReport(exchange);
  if (report.kind === 'refused' && NOT_FOUND_CODES.has(report.code)) return { kind: 'listed', payouts: [] };
  if (report.kind !== 'report') return report;
  const payouts: BankPayout[] = [];
  for (const item of report.items) {
    const settlementId = reference(item['settlementID']);
    const stated = text(item['pay_amount']);
    const payAmount = stated === null ? null : readSignedAmount(stated);
    if (settlementId === null) return unreadable('a settlement without a usable id');
    if (stated !== null && payAmount === null) return unreadable(`settlement ${settlementId}: pay_amount is no amount`);
    if (payouts.some((other) => other.settlementId === settlementId))
      return unreadable(`settlement ${settlementId} is listed twice`);
    payouts.push({ settlementId, utr: reference(item['utr_no']), payAmount });
  }
  return { kind: 'listed', payouts };
}

/** `settlementDetails`. One line that cannot be read makes the page unreadable: a sum without it would be wrong. */
export function readSettlementPage(exchange: Exchange, day: string): SettlementPageResult {
  const report = openReport(exchange);
  if (report.kind !== 'report') return report;
  const lines: BankPayoutLine[] = [];
  for (const [index, item] of report.items.entries()) {
    if (item['settlementStatus'] === 'NSD') continue;
    const line = readLine(item, day);
    if (typeof line === 'string') return unreadable(`line ${index + 1}: ${line}`);
    lines.push(line);
  }
  const lastTxnId = reference(report.fields['lasttxnID'] ?? report.fields['lastTxnID']);
  const utr = reference(report.items[0]?.['utr_no']);
  return { kind: 'page', lines, itemCount: report.items.length, utr, lastTxnId };
}

/** `SETTLSTATUS`: flat, so its hash can be verified; ignored without a valid one. */
export function readSettlementStatus(
  exchange: Exchange,
  asked: string,
  settings: AnswerKeys & { merchantId: string },
): SettlementStatusResult {
  const answer = openAnswer(exchange, settings);
  if (answer.kind !== 'answer') return answer;
  const { fields } = answer;
  const code = codeOf(fields) ?? codeOf(fields, 'error_code');
  if (answer.signature !== 'valid') return badHash(answer.signature, code);
  if (code === undefined) return unreadable('the answer has no response code');
  if (!answer.ok || !SUCCESS_CODES.has(code)) return { kind: 'refused', code, text: describe(fields) };
  const about = textOf(fields, 'originalTxnNo', 'merchantTxnNo');
  const merchant = textOf(fields, 'merchantId', 'merchantID');
  if (about !== asked || (merchant !== undefined && merchant !== settings.merchantId))
    return unreadable('the answer is about something else', code);
  const status = textOf(fields, 'settlementStatus');
  if (status === 'NSD') return { kind: 'not-settled' };
  const settlementId = reference(fields['settlementID']);
  if (status !== 'STD' || settlementId === null) return unreadable('an unknown settlement status', code);
  const settledAmount = readSignedAmount(textOf(fields, 'settledAmount'));
  return { kind: 'settled', settlementId, day: compactDay(textOf(fields, 'settlementDate')), settledAmount };
}

function readLine(item: Item, day: string): BankPayoutLine | string {
  const bankTxnId = reference(item['txnID']);
  if (bankTxnId === null) return 'no usable txnID';
  const read = (name: string) => readSignedAmount(text(item[name]) ?? undefined);
  const optional = (name: string) => (text(item[name]) === null ? 0 : read(name));
  const [amount, settledAmount] = [read('txnAmount'), read('settledAmount')];
  const [charges, tax] = [optional('txnCharges'), optional('serviceTax')];
  if (amount === null) return 'txnAmount is no amount';
  if (settledAmount === null) return 'settledAmount is no amount';
  if (charges === null || tax === null) return 'txnCharges or serviceTax is no amount';
  const stated = text(item['settlementDate']);
  if (stated !== null && dottedDay(stated) !== day)
    return `settlementDate ${cleanText(stated, 20)} is not the day asked for`;
  const merchantTxnNo = reference(item['merchantTxnNo']);
  // The published fields name no type: such a line is told by its sign, or by our number.
  const type = text(item['transactionType'])?.toUpperCase();
  // Charges above the price make the settled amount of a sale negative.
  const isDeducted = settledAmount < 0 || isRefundReference(merchantTxnNo ?? '');
  const isRefund = type === 'REFUND' || amount < 0 || (type !== 'SALE' && isDeducted);
  return {
    kind: isRefund ? 'refund' : 'sale',
    merchantTxnNo,
    bankTxnId,
    amount: Math.abs(amount),
    // A refund is a deduction, whatever sign the report gives it.
    settledAmount: isRefund ? -Math.abs(settledAmount) : settledAmount,
    charges,
    tax,
    transactedAt: indianTime(text(item['transmissionDateTime'])),
    cardNetwork: cleanText(text(item['cardNetwork']) ?? '', 20) || null,
  };
}

/** Expects an object with `error_code` and, on success, a list `Payouts`. */
function openReport(exchange: Exchange): Report | Unread {
  if (exchange.kind !== 'answered') {
    const { httpStatus: _status, text: _text, ...failure } = exchange;
    return failure;
  }
  if (exchange.httpStatus >= 300) return { kind: 'unknown', reason: 'http', detail: `HTTP ${exchange.httpStatus}` };
  const fields = parseObject(exchange.text);
  if (fields === null) return unreadable('the answer is not a JSON object');
  const code = text(fields['error_code'] ?? fields['responseCode']) ?? '';
  if (!/^[A-Za-z0-9]{1,10}$/.test(code)) return unreadable('the answer has no error code');
  if (!SUCCESS_CODES.has(code)) {
    const words = text(fields['error_desc'] ?? fields['respDescription'] ?? fields['responseDescription']);
    return { kind: 'refused', code, text: cleanText(words ?? '') };
  }
  const list = fields['Payouts'] ?? [];
  if (!Array.isArray(list) || !list.every(isObject)) return unreadable('Payouts is not a list of objects');
  return { kind: 'report', fields, items: list };
}

function parseObject(body: string): Item | null {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text, or a number as text; null for anything else. */
function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function reference(value: unknown): string | null {
  const stated = text(value);
  return stated !== null && REFERENCE.test(stated) ? stated : null;
}

/** `yyyyMMdd` */
function compactDay(stated: string | undefined): string | null {
  const day = /^(\d{4})(\d{2})(\d{2})$/
    .exec(stated ?? '')
    ?.slice(1)
    .join('-');
  return isIstDay(day) ? day : null;
}

/** `dd-MM-yyyy` */
function dottedDay(stated: string): string | null {
  const day = /^(\d{2})-(\d{2})-(\d{4})$/.exec(stated)?.slice(1).reverse().join('-');
  return isIstDay(day) ? day : null;
}

/** `yyyy-MM-dd HH:mm:ss`, IST */
function indianTime(stated: string | null): Date | null {
  const found = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(stated ?? '');
  return found && isIstDay(found[1]) ? new Date(`${found[1]}T${found[2]}:${found[3]}:${found[4]}+05:30`) : null;
}
