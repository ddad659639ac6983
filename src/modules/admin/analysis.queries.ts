import { Injectable } from '@nestjs/common';
import { NUMBERS } from '../../database/payment-numbers.js';
import { sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Span } from '../../domain/ist-day.js';
import type { PaymentStatus } from '../../domain/payment-status.js';

export interface ManagerSums {
  id: number;
  label: string;
  /** Paise. */
  gross: number;
  refunded: number;
  revenue: number;
  transactions: number;
}

export interface FunnelCounts {
  created: number;
  opened: number;
  initiated: number;
  paid: number;
}

export interface EndingCount {
  status: PaymentStatus;
  statusReason: string | null;
  code: string | null;
  count: number;
}

/** How many fall into each ten minutes of the UTC day: `HH:M` → count. */
export type TenMinutes = ReadonlyMap<string, number>;

type Row = Record<string, string | number | null>;

/**
 * The sums of the analysis. Each block is one scan of one index that holds every column it needs; a span of days is a range
 * of that index. Money counts by `paid_at`, links by `created_at`.
 */
@Injectable()
export class AnalysisQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** By ix_payments_paid. The sums are made before the names are looked up: there are few sellers. */
  async managers(span: Span): Promise<ManagerSums[]> {
    const { where, parameters } = within('p.paid_at', span);
    const rows = await this.query(
      `SELECT u.id AS id, u.name AS label, s.gross AS gross, s.refunded AS refunded, s.revenue AS revenue,
              s.transactions AS transactions
         FROM (SELECT p.sales_manager_id AS manager, ${NUMBERS.gross} AS gross, ${NUMBERS.refunded} AS refunded,
                      ${NUMBERS.revenue} AS revenue, ${NUMBERS.transactions} AS transactions
                 FROM payments p WHERE ${where} GROUP BY p.sales_manager_id) s
         JOIN users u ON u.id = s.manager
        ORDER BY s.revenue DESC, u.id`,
      parameters,
    );
    return rows.map((row) => ({
      id: Number(row.id),
      label: String(row.label),
      gross: Number(row.gross),
      refunded: Number(row.refunded),
      revenue: Number(row.revenue),
      transactions: Number(row.transactions),
    }));
  }

  /** By ix_payments_funnel. Later steps imply the earlier ones. */
  async funnel(span: Span): Promise<FunnelCounts> {
    const { where, parameters } = within('p.created_at', span, 'p.created_at IS NOT NULL');
    const [row = {}] = await this.query(
      `SELECT COUNT(*) AS created,
              COUNT(COALESCE(p.opened_at, p.initiated_at, p.paid_at)) AS opened,
              COUNT(COALESCE(p.initiated_at, p.paid_at)) AS initiated,
              COUNT(p.paid_at) AS paid
         FROM payments p WHERE ${where}`,
      parameters,
    );
    return {
      created: Number(row.created),
      opened: Number(row.opened),
      initiated: Number(row.initiated),
      paid: Number(row.paid),
    };
  }

  /** By ix_payments_failures, and ix_attempts_last for the code of each one's last attempt. */
  async endings(span: Span): Promise<EndingCount[]> {
    const { where, parameters } = within('p.created_at', span, 'p.created_at IS NOT NULL');
    const rows = await this.query(
      `SELECT e.status AS status, e.status_reason AS reason, e.code AS code, COUNT(*) AS total
         FROM (SELECT p.status AS status, p.status_reason AS status_reason,
                      (SELECT a.response_code FROM payment_attempts a
                        WHERE a.payment_id = p.id ORDER BY a.number DESC LIMIT 1) AS code
                 FROM payments p WHERE p.status IN ('failed', 'cancelled') AND ${where}) e
        GROUP BY e.status, e.status_reason, e.code`,
      parameters,
    );
    return rows.map((row) => ({
      status: row.status as PaymentStatus,
      statusReason: row.reason === null ? null : String(row.reason),
      code: row.code === null ? null : String(row.code),
      count: Number(row.total),
    }));
  }

  /** By ix_payments_funnel. */
  createdByTenMinutes(span: Span): Promise<TenMinutes> {
    return this.byTenMinutes('p.created_at', span);
  }

  /** By ix_payments_paid. */
  paidByTenMinutes(span: Span): Promise<TenMinutes> {
    return this.byTenMinutes('p.paid_at', span);
  }

  /** Both engines write instants as `YYYY-MM-DD HH:MM:SS.mmm` in UTC; India is half an hour off, so hours are too coarse. */
  private async byTenMinutes(column: string, span: Span): Promise<TenMinutes> {
    const { where, parameters } = within(column, span);
    const rows = await this.query(
      `SELECT SUBSTR(${column}, 12, 4) AS slot, COUNT(*) AS total FROM payments p WHERE ${where}
        GROUP BY SUBSTR(${column}, 12, 4)`,
      parameters,
    );
    return new Map(rows.map((row) => [String(row.slot), Number(row.total)]));
  }

  private async query(sql: string, parameters: string[]): Promise<Row[]> {
    return (await this.uow.manager.query(sql, parameters)) as Row[];
  }
}

/** @param open the condition where no side is bounded; it keeps the index in use */
function within(column: string, { from, before }: Span, open = `${column} IS NOT NULL`) {
  const where: string[] = [];
  const parameters: string[] = [];
  if (from !== null) {
    where.push(`${column} >= ?`);
    parameters.push(sqlInstant(from));
  }
  if (before !== null) {
    where.push(`${column} < ?`);
    parameters.push(sqlInstant(before));
  }
  return { where: where.length > 0 ? where.join(' AND ') : open, parameters };
}
