import { SETTLEMENT_COLUMNS } from '../../contracts/settlements.js';
import { csvLine } from '../../domain/files/csv.js';
import { type CsvRow, readCsv } from '../../domain/files/csv-reader.js';
import { isIstDay } from '../../domain/calendar/ist-day.js';
import { parseRupees } from '../../domain/money/money.js';
import type { BankPayoutLine } from '../gateway/index.js';
import { isRefundReference } from '../../runtime/ids.js';
import { EventLoopSlices } from '../../runtime/event-loop-slices.js';
import type { ReportedPayout, SettlementReport, UnreadableLine } from './settlement-report.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { Refusal } from '../../runtime/refusal.js';
import { hasUnwantedCharacters } from '../../http/index.js';

const MAX_LENGTH = 120;
const WITHOUT_NAME = 'settlement.csv';

/**
 * The name of an uploaded file for storage, log and display: one line in normal form C.
 * @throws INVALID_FILE_NAME for control, bidirectional and broken characters, for a name that is too long, and for several
 */
export function fileNameOf(given: unknown): string {
  if (given === undefined || given === '') return WITHOUT_NAME;
  if (typeof given !== 'string') throw new Refusal('INVALID_FILE_NAME');
  const name = given.normalize('NFC').trim();
  const length = name.length > 2 * MAX_LENGTH ? Infinity : [...name].length;
  if (length === 0 || length > MAX_LENGTH || hasUnwantedCharacters(name)) throw new Refusal('INVALID_FILE_NAME');
  return name;
}

export const MAX_FILE_BYTES = 5 * 1024 * 1024;
export const MAX_FILE_ROWS = 100_000;
const MAX_FAULTS = 20;
/** More than this and it is not a settlement file of this day. */
const MAX_UNREADABLE = 1000;
const REFERENCE = /^[A-Za-z0-9_-]{1,40}$/;
const REQUIRED = ['settlementID', 'settlementDate', 'txnID', 'txnAmount', 'settledAmount'] as const;
type Column = (typeof SETTLEMENT_COLUMNS)[number];

/** A line's fault, as text for the person who uploaded the file. */
class Fault extends Error {}

/**
 * Parses a settlement report exported from the bank's portal, in slices. An unreadable line is reported with its number; its
 * amount is unknown, so the report counts as incomplete.
 * @throws SETTLEMENT_FILE_INVALID with the first twenty faults when no line, or next to none, can be read
 */
export async function readSettlementFile(text: string, day: string): Promise<SettlementReport> {
  const slices = new EventLoopSlices();
  const payouts = new Map<string, ReportedPayout>();
  const unreadable: UnreadableLine[] = [];
  const rows = readCsv(text);
  const header = rows.next();
  if (header.done) throw fileRefusal([{ line: 1, text: 'the file is empty' }]);
  const columns = columnsOf(header.value);
  let count = 0;
  for (const row of rows) {
    count += 1;
    if (count > MAX_FILE_ROWS) throw fileRefusal([{ line: row.line, text: `more than ${MAX_FILE_ROWS} rows` }]);
    const fault = row.fault ?? add(row, columns, day, payouts);
    if (fault !== null) unreadable.push({ line: row.line, text: fault });
    if (unreadable.length > MAX_UNREADABLE) throw fileRefusal(unreadable.slice(0, MAX_FAULTS));
    await slices.pause();
  }
  if (count === 0) throw fileRefusal([{ line: header.value.line, text: 'there are no rows below the header' }]);
  if (unreadable.length === count) throw fileRefusal(unreadable.slice(0, MAX_FAULTS));
  return { payouts: [...payouts.values()], problem: null, unreadable };
}

function columnsOf(header: CsvRow): Map<Column, number> {
  if (header.fault !== null) throw fileRefusal([{ line: header.line, text: header.fault }]);
  const names = header.cells.map((cell) => cell.trim().toLowerCase());
  const columns = new Map<Column, number>();
  for (const column of SETTLEMENT_COLUMNS) {
    const at = names.indexOf(column.toLowerCase());
    if (at !== names.lastIndexOf(column.toLowerCase()))
      throw fileRefusal([{ line: header.line, text: `the column ${column} is there twice` }]);
    if (at !== -1) columns.set(column, at);
  }
  const missing = REQUIRED.filter((column) => !columns.has(column));
  if (missing.length > 0) throw fileRefusal([{ line: header.line, text: `missing columns: ${missing.join(', ')}` }]);
  return columns;
}

/** @returns the row's fault, or null */
function add(
  row: CsvRow,
  columns: ReadonlyMap<Column, number>,
  day: string,
  payouts: Map<string, ReportedPayout>,
): string | null {
  const cell = (column: Column) => row.cells[columns.get(column) ?? -1]?.trim() ?? '';
  try {
    if (row.cells.length < Math.max(...columns.values()) + 1) throw new Fault('fewer cells than the header');
    const settlementId = reference(cell('settlementID'), 'settlementID');
    const stated = dayOf(cell('settlementDate'));
    if (stated !== day) throw new Fault(`settlementDate is ${stated}, not ${day}`);
    const payout = payouts.get(settlementId) ?? {
      settlementId,
      utr: null,
      payAmount: null,
      // A file names no merchant.
      merchantProfile: null,
      lines: [],
    };
    // The first that a line names.
    const utr = payout.utr ?? optional(cell('utr_no'), 'utr_no');
    payout.lines.push(lineOf(cell));
    payouts.set(settlementId, { ...payout, utr });
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

function lineOf(cell: (column: Column) => string): BankPayoutLine {
  const [amount, settledAmount] = [
    paise(cell('txnAmount'), 'txnAmount'),
    paise(cell('settledAmount'), 'settledAmount'),
  ];
  const fee = (column: Column) => (cell(column) === '' ? 0 : paise(cell(column), column));
  const merchantTxnNo = optional(cell('merchantTxnNo'), 'merchantTxnNo');
  const type = cell('transactionType').toUpperCase();
  if (!['', 'SALE', 'REFUND'].includes(type)) throw new Fault('transactionType is neither SALE nor REFUND');
  // Charges above the price make the settled amount of a sale negative.
  const isDeducted = settledAmount < 0 || isRefundReference(merchantTxnNo ?? '');
  const isRefund = type === 'REFUND' || amount < 0 || (type !== 'SALE' && isDeducted);
  return {
    kind: isRefund ? 'refund' : 'sale',
    merchantTxnNo,
    bankTxnId: reference(cell('txnID'), 'txnID'),
    amount: Math.abs(amount),
    settledAmount: isRefund ? -Math.abs(settledAmount) : settledAmount,
    charges: fee('txnCharges'),
    tax: fee('serviceTax'),
    transactedAt: timeOf(cell('transmissionDateTime')),
    cardNetwork: null,
  };
}

function reference(text: string, name: string): string {
  if (!REFERENCE.test(text)) throw new Fault(text === '' ? `${name} is empty` : `${name} is no reference`);
  return text;
}

function optional(text: string, name: string): string | null {
  return text === '' ? null : reference(text, name);
}

function paise(text: string, name: string): number {
  const value = parseRupees(text.startsWith('-') ? text.slice(1) : text);
  if (value === null) throw new Fault(`${name} is no amount in rupees, such as 51000.00`);
  return text.startsWith('-') && value > 0 ? -value : value;
}

/** The bank's three date formats (docs/bank-protocol.md#settlement). */
function dayOf(text: string): string {
  const dotted = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text)?.slice(1).reverse().join('-');
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)?.slice(1).join('-');
  const day = dotted ?? compact ?? text;
  if (!isIstDay(day)) throw new Fault('settlementDate is no day, such as 20-11-2026');
  return day;
}

function timeOf(text: string): Date | null {
  if (text === '') return null;
  const found = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text);
  if (!found || !isIstDay(found[1])) throw new Fault('transmissionDateTime is no time, such as 2026-11-19 18:05:00');
  return new Date(`${found[1]}T${found[2]}:${found[3]}:${found[4]}+05:30`);
}

/** A sample file of two lines. */
export function sampleFile(): string {
  return [
    [...SETTLEMENT_COLUMNS],
    [
      'STL20261120000001',
      'ICICN261120000001',
      '20-11-2026',
      'SALE',
      'TD3K9QW7HX2PLM5VBN8R',
      '7700230880001',
      51_000,
      50_458.38,
      459,
      82.62,
      '2026-11-19 18:05:00',
    ],
    [
      'STL20261120000001',
      'ICICN261120000001',
      '20-11-2026',
      'REFUND',
      'RF7T2MCX4J9WQ6HPLB3D',
      '8800000000002',
      1500.5,
      -1500.5,
      0,
      0,
      '2026-11-19 19:30:00',
    ],
  ]
    .map(csvLine)
    .join('');
}

/** Nothing of the file is stored: each fault with its line. */
function fileRefusal(faults: readonly { line: number; text: string }[]): Refusal {
  const details = Object.fromEntries(faults.map(({ line, text }) => [`line ${line}`, text]));
  const [first] = faults;
  const message = OFFICE_MESSAGES.settlements.fileInvalid(first ? `line ${first.line}: ${first.text}` : '');
  return new Refusal('SETTLEMENT_FILE_INVALID', { message, details });
}
