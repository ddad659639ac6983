import type { Conditions } from '../../../database/payment-filter.js';
import type { ExportRow } from './export-columns.js';

export type RunSql = (sql: string, parameters: (string | number)[]) => Promise<Record<string, unknown>[]>;

/** What is exported: plain data, since it may be handed to another thread. */
export interface ExportSource extends Conditions {
  isSqlite: boolean;
  /** The newest payment when the export began. Payments made meanwhile are not part of it. */
  highestId: number;
  /** The payments themselves, where a search has found few enough; else null. */
  ids: number[] | null;
  /** Parts of which a customer has to have one; null without such a search. */
  parts: string[] | null;
}

interface Customer {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  nameKey: string;
  emailKey: string;
}
type PaymentRow = Record<keyof ExportRow, never> & { id: number; customerId: number; salesManagerId: number };
type Payment = Omit<PaymentRow, keyof ExportRow> & ExportRow;

const BLOCK_MYSQL = 5000;
/** The embedded database answers on this very thread. */
const BLOCK_SQLITE = 500;
const CUSTOMERS_KEPT = 20_000;
const COLUMNS = `p.id AS id, p.public_id AS publicId, p.customer_id AS customerId, p.sales_manager_id AS salesManagerId,
  p.created_at AS createdAt, p.paid_at AS paidAt, p.status AS status, p.token_type AS tokenType, p.token_number AS tokenNumber,
  p.original_token_number AS originalTokenNumber, p.payment_type AS paymentType, p.amount AS amount,
  p.refunded_amount AS refundedAmount, p.gateway AS gateway, p.reference_type AS referenceType, p.broker_name AS brokerName`;

/**
 * Reads payments in blocks of neighbouring ids, oldest first, and puts beside them what they refer to. Every statement is
 * short, so that it never holds up others and ends soon when nobody wants it any more; a join of the tables would take four
 * times as long.
 */
export class ExportReader {
  private readonly customers = new Map<number, Customer>();
  private sellers: Map<number, { name: string; email: string }> | null = null;

  constructor(
    private readonly run: RunSql,
    private readonly source: ExportSource,
  ) {}

  async *blocks(): AsyncGenerator<ExportRow[]> {
    for (const { where, parameters } of this.ranges()) {
      const rows = await this.payments(where, parameters);
      if (rows.length > 0) yield this.complete(rows);
    }
  }

  private *ranges(): Generator<Conditions> {
    const { ids, highestId, isSqlite } = this.source;
    const size = isSqlite ? BLOCK_SQLITE : BLOCK_MYSQL;
    if (ids) {
      for (let at = 0; at < ids.length; at += size)
        yield {
          where: [
            `p.id IN (${ids
              .slice(at, at + size)
              .map(Number)
              .join(', ')})`,
          ],
          parameters: [],
        };
      return;
    }
    for (let from = 0; from < highestId; from += size)
      yield { where: ['p.id > ?', 'p.id <= ?'], parameters: [from, Math.min(from + size, highestId)] };
  }

  /** Left alone the databases would take the index of a filter, and read all of it for each block. */
  private async payments(where: string[], parameters: (string | number)[]): Promise<Payment[]> {
    const { isSqlite } = this.source;
    const rows = (await this.run(
      `SELECT ${COLUMNS} FROM payments p ${isSqlite ? 'NOT INDEXED' : 'FORCE INDEX (PRIMARY)'}
        WHERE ${[...where, ...this.source.where].join(' AND ')} ORDER BY p.id`,
      [...parameters, ...this.source.parameters],
    )) as unknown as Payment[];
    await this.readCustomers(rows);
    const { parts } = this.source;
    return parts === null ? rows : rows.filter((row) => this.matches(row, parts));
  }

  private matches(row: Payment, parts: string[]): boolean {
    const customer = this.customers.get(row.customerId);
    if (!customer) return false;
    const texts = [customer.nameKey, customer.emailKey, customer.phone ?? ''];
    return parts.some((part) => texts.some((text) => text.includes(part)));
  }

  private async complete(rows: Payment[]): Promise<ExportRow[]> {
    const ids = `(${rows.map(({ id }) => Number(id)).join(', ')})`;
    const attempts = await this.attempts(ids);
    const upgrades = await this.upgrades(ids);
    const sellers = (this.sellers ??= await this.readSellers());
    return rows.map((row) => {
      const customer = this.customers.get(row.customerId);
      const seller = sellers.get(row.salesManagerId);
      return {
        ...row,
        bankTxnId: attempts.get(row.id)?.bankTxnId ?? null,
        invoiceNo: attempts.get(row.id)?.invoiceNo ?? null,
        upgradedToNumber: upgrades.get(row.id) ?? null,
        customerName: customer?.name ?? '',
        customerEmail: customer?.email ?? '',
        customerPhone: customer?.phone ?? null,
        sellerName: seller?.name ?? '',
        sellerEmail: seller?.email ?? '',
      };
    });
  }

  /** The capture that paid it; of a payment that nobody paid, the last attempt. */
  private async attempts(ids: string) {
    const rows = (await this.run(
      `SELECT payment_id AS paymentId, invoice_no AS invoiceNo, bank_txn_id AS bankTxnId, status, excess FROM payment_attempts
        WHERE payment_id IN ${ids} ORDER BY payment_id, number`,
      [],
    )) as { paymentId: number; invoiceNo: string; bankTxnId: string | null; status: string; excess: number }[];
    const chosen = new Map<number, (typeof rows)[number]>();
    for (const row of rows) {
      const known = chosen.get(row.paymentId);
      const knownPaid = known?.status === 'captured' && Number(known.excess) === 0;
      if (!knownPaid) chosen.set(row.paymentId, row);
    }
    return chosen;
  }

  private async upgrades(ids: string): Promise<Map<number, string>> {
    const rows = (await this.run(
      `SELECT u.completed_source_id AS sourceId, q.token_number AS number FROM upgrades u
         JOIN payments q ON q.id = u.upgrade_payment_id WHERE u.completed_source_id IN ${ids}`,
      [],
    )) as { sourceId: number; number: string | null }[];
    return new Map(rows.flatMap(({ sourceId, number }) => (number === null ? [] : [[sourceId, number]])));
  }

  private async readSellers(): Promise<Map<number, { name: string; email: string }>> {
    const rows = (await this.run('SELECT id, name, email FROM users', [])) as {
      id: number;
      name: string;
      email: string;
    }[];
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Payments of one customer lie near each other, so few of them are read twice. */
  private async readCustomers(rows: Payment[]): Promise<void> {
    const missing = [...new Set(rows.map((row) => row.customerId))].filter((id) => !this.customers.has(id));
    if (missing.length === 0) return;
    for (const id of this.customers.keys()) {
      if (this.customers.size + missing.length <= CUSTOMERS_KEPT) break;
      this.customers.delete(id);
    }
    const ids = [...new Set(rows.map((row) => row.customerId))].filter((id) => !this.customers.has(id));
    const found = (await this.run(
      `SELECT id, name, email, phone, name_key AS nameKey, email_key AS emailKey FROM customers WHERE id IN (${ids.map(Number).join(', ')})`,
      [],
    )) as unknown as Customer[];
    for (const customer of found) this.customers.set(customer.id, customer);
  }
}
