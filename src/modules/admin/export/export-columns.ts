import { summed } from '../../../database/whole-number.js';

/**
 * References of all refunds of the payment itself that are not rejected, in one order for both kinds. Evaluated only for payments
 * with a refund.
 */
function referencesSql(reference: string): string {
  return `CASE WHEN p.refund_reserved = 0 THEN NULL ELSE (SELECT GROUP_CONCAT(COALESCE(${reference}, 'none yet'))
    FROM refunds f WHERE f.payment_id = p.id AND f.attempt_id = a.id AND f.status <> 'rejected') END`;
}

/** The time in India: the database adds the offset, which is fixed, in a third of the time that a Date takes. */
function istSql(column: string, isSqlite: boolean): string {
  return isSqlite ? `strftime('%Y-%m-%d %H:%M:%f', ${column}, '+330 minutes')` : `${column} + INTERVAL 330 MINUTE`;
}

/** Columns of the statement, in order: a payment with its relations and one of its attempts. */
const read = (isSqlite: boolean, hasEvents: boolean) =>
  ({
    id: 'p.id',
    publicId: 'p.public_id',
    createdAt: istSql('p.created_at', isSqlite),
    paidAt: istSql('p.paid_at', isSqlite),
    status: 'p.status',
    tokenType: 'p.token_type',
    tokenNumber: 'p.token_number',
    customerName: 'c.name',
    customerEmail: 'c.email',
    customerPhone: 'c.phone',
    amount: 'p.amount',
    // The token's own status; the payment's does not tell it.
    tokenState: "CASE t.status WHEN 'active' THEN 'valid' ELSE t.status END",
    refundedAmount: 'p.refunded_amount',
    pendingRefund: 'p.refund_reserved - p.refunded_amount',
    refundBankReferences: referencesSql('f.bank_txn_id'),
    refundOurReferences: referencesSql('f.bank_reference'),
    // Captured less refunded; zero for a payment that was never paid. The column adds up to the revenue.
    netAmount: "CASE WHEN p.status IN ('completed', 'refunded') THEN p.amount - p.refunded_amount ELSE 0 END",
    gateway: 'p.gateway',
    bankTxnId: 'a.bank_txn_id',
    invoiceNo: 'a.invoice_no',
    sellerName: 's.name',
    sellerEmail: 's.email',
    referenceType: 'p.reference_type',
    brokerName: 'p.broker_name',
    paymentType: 'p.payment_type',
    originalTokenNumber: 'p.original_token_number',
    upgradedToNumber: 'q.token_number',
    attempt: 'a.number',
    // The last agreement to terms: version, language, time.
    terms: `(SELECT CONCAT('v', v.number, ' ', g.language, ' ', SUBSTR(${istSql('g.agreed_at', isSqlite)}, 1, 16)) FROM terms_agreements g
    JOIN terms_versions v ON v.id = g.terms_version_id WHERE g.payment_id = p.id ORDER BY g.id DESC LIMIT 1)`,
    // Read where there is more than the default event.
    project: hasEvents ? '(SELECT COALESCE(j.name, j.code) FROM projects j WHERE j.id = p.project_id)' : 'NULL',
    event: hasEvents ? '(SELECT e.name FROM events e WHERE e.id = p.event_id)' : 'NULL',
    tierCode: 'COALESCE(p.tier_code, p.token_type)',
    isPaying: "CASE WHEN a.status = 'captured' AND a.excess = 0 THEN 1 ELSE 0 END",
  }) as const;
/** Read for a search by parts of customer data. */
const KEYS = { nameKey: 'c.name_key', emailKey: 'c.email_key' } as const;

export type ExportField = keyof ReturnType<typeof read> | keyof typeof KEYS;
const FIELDS = [...Object.keys(read(true, true)), ...Object.keys(KEYS)] as ExportField[];

/** A cell as the drivers return it: instants and big sums as text. */
export type ExportValue = string | number | null;
export type ExportRow = readonly ExportValue[];

/** The place of a field in a row. */
export function placeOf(field: ExportField): number {
  return FIELDS.indexOf(field);
}

/** @returns 0 for NULL */
export function paiseAt(row: ExportRow, place: number): number {
  return summed(row[place]);
}

export function readSql(isSqlite: boolean, hasEvents: boolean): string {
  return sqlOf(read(isSqlite, hasEvents));
}

/** To be added to the other columns. */
export const KEYS_SQL = `, ${sqlOf(KEYS)}`;

function sqlOf(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ');
}

export interface ExportColumn {
  header: string;
  /** Money is paise, an instant `2026-11-20 18:05:00.123` of India. */
  kind: 'text' | 'money' | 'instant';
  place: number;
}

/** In column order. The PAN is never exported. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  column('Created (IST)', 'createdAt', 'instant'),
  column('Paid (IST)', 'paidAt', 'instant'),
  column('Status', 'status'),
  column('Token type', 'tokenType'),
  column('Token number', 'tokenNumber'),
  column('Token state', 'tokenState'),
  column('Customer', 'customerName'),
  column('Email', 'customerEmail'),
  column('Phone', 'customerPhone'),
  column('Amount (INR)', 'amount', 'money'),
  column('Refunded (INR)', 'refundedAmount', 'money'),
  column('Refund on its way (INR)', 'pendingRefund', 'money'),
  column('Net received (INR)', 'netAmount', 'money'),
  column('Gateway', 'gateway'),
  column('Bank transaction', 'bankTxnId'),
  column('Invoice', 'invoiceNo'),
  column('Refund: bank reference', 'refundBankReferences'),
  column('Refund: our reference', 'refundOurReferences'),
  column('Sales manager', 'sellerName'),
  column('Sales manager email', 'sellerEmail'),
  column('Reference', 'referenceType'),
  column('Broker', 'brokerName'),
  column('Payment type', 'paymentType'),
  column('Upgraded from token', 'originalTokenNumber'),
  column('Upgraded to token', 'upgradedToNumber'),
  column('Payment ID', 'publicId'),
  column('Terms agreed (IST)', 'terms'),
];
const EVENT_COLUMNS: readonly ExportColumn[] = [column('Project', 'project'), column('Event', 'event')];

const CODE_COLUMNS: readonly ExportColumn[] = [column('Tier code', 'tierCode')];

/** What an installation has besides, told at the end. */
export interface ExportExtras {
  /** More than the default event: project and event are told. */
  hasEvents: boolean;
  /** Tiers whose code is not their medal: the code is told. */
  hasTierCodes: boolean;
}

export function exportColumns({ hasEvents, hasTierCodes }: ExportExtras): readonly ExportColumn[] {
  return [...EXPORT_COLUMNS, ...(hasEvents ? EVENT_COLUMNS : []), ...(hasTierCodes ? CODE_COLUMNS : [])];
}

function column(header: string, field: ExportField, kind: ExportColumn['kind'] = 'text'): ExportColumn {
  return { header, kind, place: placeOf(field) };
}
