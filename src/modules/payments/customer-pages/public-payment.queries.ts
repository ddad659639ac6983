import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { CatalogueTierEntity } from '../../../database/entities/catalogue.entity.js';
import { CustomerEntity } from '../../../database/entities/customer.entity.js';
import { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { ProjectEntity } from '../../../database/entities/project.entity.js';
import { ReceiptEntity } from '../../../database/entities/receipt.entity.js';
import { RefundEntity } from '../../../database/entities/refund.entity.js';
import { TermsVersionEntity } from '../../../database/entities/terms-version.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { type ExpectedDays, type Holidays, refundExpectedDays } from '../../../domain/calendar/bank-days.js';
import { istDayOf } from '../../../domain/calendar/ist-day.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import type { TokenStatus } from '../../../domain/payment/token-status.js';
import { Clock } from '../../../runtime/clock.js';
import { BankCalendar } from '../../calendar/index.js';

/** All columns that public pages show. The presenter's types name no others, so the page's version covers what it can show. */
const COLUMNS = {
  p: [
    'id', 'publicId', 'salesManagerId', 'projectId', 'tokenType', 'paymentType', 'amount', 'status', 'statusReason', 'refundedAmount',
    'refundReserved', 'tokenNumber', 'originalTokenNumber', 'upgradeFrom', 'upgradeTo', 'expiresAt', 'openedAt', 'paidAt', 'createdAt', 'updatedAt', 'reviewReason',
  ] as const satisfies readonly (keyof PaymentEntity)[],
  c: ['name', 'email', 'phone'] as const satisfies readonly (keyof CustomerEntity)[],
  r: ['receiptNumber'] as const satisfies readonly (keyof ReceiptEntity)[],
  a: [
    'id', 'number', 'status', 'openPaymentId', 'amount', 'redirectUrl', 'responseCode', 'responseText', 'excess', 'sentAt',
    'lastSentAt', 'capturedAt', 'nextCheckAt', 'lastCheckedAt', 'lastAnswer', 'createdAt',
  ] as const satisfies readonly (keyof PaymentAttemptEntity)[],
  f: ['id', 'amount', 'status', 'origin', 'responseCode', 'bankReference', 'bankTxnId', 'settledAt', 'createdAt'] as const satisfies readonly (keyof RefundEntity)[],
  j: ['name', 'legalName', 'address', 'supportEmail', 'supportPhone', 'reraNumber', 'reraUrl', 'logoDigest', 'logoWidth', 'logoHeight'] as const satisfies readonly (keyof ProjectEntity)[],
  k: ['name'] as const satisfies readonly (keyof CatalogueTierEntity)[],
  v: ['number', 'summaryEn', 'summaryHi'] as const satisfies readonly (keyof TermsVersionEntity)[],
}; // prettier-ignore

const ENTITIES = {
  p: PaymentEntity,
  c: CustomerEntity,
  r: ReceiptEntity,
  a: PaymentAttemptEntity,
  f: RefundEntity,
  j: ProjectEntity,
  k: CatalogueTierEntity,
  v: TermsVersionEntity,
};
type Alias = keyof typeof ENTITIES;

export type ShownCustomer = Pick<CustomerEntity, (typeof COLUMNS)['c'][number]>;
export type ShownPayment = Pick<PaymentEntity, (typeof COLUMNS)['p'][number]> & {
  customer?: ShownCustomer | undefined;
};
export type ShownAttempt = Pick<PaymentAttemptEntity, (typeof COLUMNS)['a'][number]>;
export type ShownRefund = Pick<RefundEntity, (typeof COLUMNS)['f'][number]>;

type ShownProject = Pick<ProjectEntity, (typeof COLUMNS)['j'][number]>;
type ShownTerms = Pick<TermsVersionEntity, (typeof COLUMNS)['v'][number]>;

export interface ShownRecord {
  /** Newest first. */
  attempts: ShownAttempt[];
  /** Null until the payment is completed. */
  receipt: Pick<ReceiptEntity, 'receiptNumber'> | null;
  /** Oldest first. */
  refunds: {
    refund: ShownRefund;
    attemptId: number;
    acceptedAt: Date | null;
    expected: ExpectedDays | null;
    isExcess: boolean;
  }[];
  /** Status of the payment's token; null before completion. */
  tokenStatus: TokenStatus | null;
  /** Number of the token that an upgrade issued in its place; null without one. */
  replacedBy: string | null;
  /** Bank holidays; empty where no dates are promised. */
  holidays: Holidays;
  /** A reversal of the gold payment that this upgrade builds on is undecided. */
  isOnHold: boolean;
  /**
   * Money of another sum than the price, on this link or on the one that it replaced, waits for a decision. Of an upgrade: any money that
   * waits on another link of its token, too, also while it is given back.
   */
  isMoneyWaiting: boolean;
  project: ShownProject;
  /** Name of the payment's tier, in the version of the catalogue under which the link was made. */
  tierName: string;
  /** The same of the token that is upgraded; null unless the payment is an upgrade. */
  upgradedTierName: string | null;
  /** In force today for the payment's project; null without any. */
  terms: ShownTerms | null;
}

export interface PublicRecord {
  payment: ShownPayment;
  record: ShownRecord;
}

export interface FoundRecord {
  /** The text of all values read: equal versions render equal pages at the same moment. */
  version: string;
  /** The link was opened before. */
  isOpened: boolean;
  /** Built on demand: a caller with a cached page for the version does not need it. */
  read: () => PublicRecord;
}

type Row = Record<string, unknown>;

/** Reads what public pages show of a payment: one statement by unique keys. */
@Injectable()
export class PublicPaymentQueries {
  private readonly columns: Record<Alias, ColumnMetadata[]>;
  private readonly sql: string;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly dataSource: DataSource,
    private readonly calendar: BankCalendar,
    private readonly clock: Clock,
  ) {
    const columnsOf = (alias: Alias) => {
      const names = new Set<string>(COLUMNS[alias]);
      return dataSource.getMetadata(ENTITIES[alias]).columns.filter(({ propertyName }) => names.has(propertyName));
    };
    this.columns = {
      p: columnsOf('p'),
      c: columnsOf('c'),
      r: columnsOf('r'),
      a: columnsOf('a'),
      f: columnsOf('f'),
      j: columnsOf('j'),
      k: columnsOf('k'),
      v: columnsOf('v'),
    };
    this.sql = statementOf(this.columns);
  }

  /** Null for an unknown payment. */
  async find(publicId: string): Promise<FoundRecord | null> {
    const rows = await this.uow.read<Row>(this.sql, [istDayOf(this.clock.now()), publicId]);
    const [first] = rows;
    if (!first) return null;
    // Dates are promised for refunds, and for money that is being returned.
    const promisesDays =
      first['p_payment_type'] === 'upgrade' ||
      rows.some((row) => row['f_id'] !== null || Number(row['a_excess']) === 1);
    const holidays = promisesDays ? await this.calendar.holidays() : null;
    return {
      version: JSON.stringify(holidays ? [...rows, ...holidays] : rows),
      isOpened: first['p_opened_at'] !== null,
      read: () => {
        const payment = { ...this.hydrate('p', first), customer: this.hydrate('c', first) } as ShownPayment;
        return { payment, record: this.recordOf(payment, rows, holidays ?? new Set()) };
      },
    };
  }

  /** The project of a payment, for pages that show nothing else of it; null for an unknown payment. */
  findProject(publicId: string): Promise<ProjectEntity | null> {
    return this.uow.manager
      .getRepository(ProjectEntity)
      .createQueryBuilder('project')
      .innerJoin(PaymentEntity, 'payment', 'payment.project_id = project.id')
      .where('payment.public_id = :publicId', { publicId })
      .getOne();
  }

  private recordOf(payment: ShownPayment, rows: Row[], holidays: Holidays): ShownRecord {
    const attempts = new Map<unknown, ShownAttempt>();
    const refunds: ShownRecord['refunds'] = [];
    for (const row of rows) {
      if (row['a_id'] === null) continue;
      const attempt = attempts.get(row['a_id']) ?? (this.hydrate('a', row) as ShownAttempt);
      attempts.set(row['a_id'], attempt);
      if (row['f_id'] !== null) refunds.push(this.refundOf(row, attempt, holidays));
    }
    const paid = isPaid(payment.status);
    return {
      attempts: [...attempts.values()].sort((one, other) => other.number - one.number),
      receipt: paid && rows[0]?.['r_receipt_number'] ? (this.hydrate('r', rows[0]) as ShownRecord['receipt']) : null,
      refunds: refunds.sort((one, other) => one.refund.id - other.refund.id),
      tokenStatus: (rows[0]?.['token_status'] ?? null) as ShownRecord['tokenStatus'],
      replacedBy: (rows[0]?.['replaced_by'] ?? null) as string | null,
      holidays,
      isOnHold: Number(rows[0]?.['reversals'] ?? 0) > 0,
      isMoneyWaiting: !paid && Number(rows[0]?.['waiting_money'] ?? 0) > 0,
      project: this.hydrate('j', rows[0] ?? {}) as unknown as ShownProject,
      tierName: (this.hydrate('k', rows[0] ?? {}) as { name: string }).name,
      upgradedTierName: (rows[0]?.['upgraded_tier'] ?? null) as string | null,
      terms: rows[0]?.['v_number'] ? (this.hydrate('v', rows[0]) as unknown as ShownTerms) : null,
    };
  }

  private refundOf(row: Row, attempt: ShownAttempt, holidays: Holidays): ShownRecord['refunds'][number] {
    const refund = this.hydrate('f', row) as ShownRefund;
    // A refund can complete without a separate acceptance: then it was accepted at that moment.
    const accepted = row['accepted_at'] === null ? refund.settledAt : this.instant(row['accepted_at']);
    const acceptedAt = refund.status === 'rejected' ? null : accepted;
    const expected = acceptedAt && refundExpectedDays(acceptedAt, holidays);
    return { refund, attemptId: attempt.id, acceptedAt, expected, isExcess: attempt.excess };
  }

  private hydrate(alias: Alias, row: Row): Row {
    const { driver } = this.dataSource;
    return Object.fromEntries(
      this.columns[alias].map((column) => [
        column.propertyName,
        driver.prepareHydratedValue(row[`${alias}_${column.databaseName}`], column) as unknown,
      ]),
    );
  }

  private instant(value: unknown): Date {
    const column = this.columns.p.find(({ propertyName }) => propertyName === 'createdAt')!;
    return this.dataSource.driver.prepareHydratedValue(value, column) as Date;
  }
}

function statementOf(columns: Record<Alias, ColumnMetadata[]>): string {
  const lists = Object.entries(columns).flatMap(([alias, ofAlias]) =>
    ofAlias.map(({ databaseName: name }) => `${alias}.${name} AS ${alias}_${name}`),
  );
  // The time of acceptance is in `payment_events`; the refund's row has no column for it.
  const accepted = `CASE WHEN f.id IS NULL THEN NULL ELSE (SELECT MAX(e.created_at) FROM payment_events e
    WHERE e.payment_id = p.id AND e.type = 'refund.processing'
      AND e.detail LIKE CONCAT('%"refund":"', f.public_id, '"%')) END AS accepted_at`;
  return `SELECT ${lists.join(', ')}, ${accepted},
    CASE WHEN p.payment_type = 'upgrade' THEN (SELECT COUNT(*) FROM upgrades u
    JOIN reviews v ON v.payment_id = u.source_payment_id AND v.reason IN ('bank_reversal', 'capture_unconfirmed') AND v.state = 'open'
    WHERE u.upgrade_payment_id = p.id AND NOT EXISTS (SELECT 1 FROM payment_attempts x
      WHERE x.payment_id = v.payment_id AND x.bank_txn_id = v.reference AND x.excess = 1)) ELSE 0 END AS reversals,
    CASE WHEN p.payment_type = 'upgrade' THEN (SELECT l.name FROM upgrades u JOIN payments s ON s.id = u.source_payment_id
    JOIN catalogue_tiers l ON l.version_id = s.catalogue_version_id AND l.token_type = s.token_type AND l.code = COALESCE(s.tier_code, '')
    WHERE u.upgrade_payment_id = p.id) END AS upgraded_tier,
    CASE WHEN p.payment_type = 'upgrade' THEN (SELECT COUNT(*) FROM upgrades u JOIN upgrades o ON o.source_payment_id = u.source_payment_id
    JOIN reviews v ON v.payment_id = o.upgrade_payment_id AND v.state <> 'decided' AND (v.reason IN ('amount_mismatch', 'currency_mismatch')
      OR (v.reason = 'quota_sold_out' AND o.id <> u.id))
    WHERE u.upgrade_payment_id = p.id)
    WHEN p.review_reason IS NULL AND p.replaces_id IS NULL THEN 0 ELSE (SELECT COUNT(*) FROM reviews v
    WHERE v.payment_id IN (p.id, p.replaces_id) AND v.reason IN ('amount_mismatch', 'currency_mismatch') AND v.state = 'open') END AS waiting_money,
    CASE WHEN t.status = 'upgraded' THEN (SELECT d.token_number FROM upgrades u JOIN payments d ON d.id = u.upgrade_payment_id
    WHERE u.completed_source_id = p.id) END AS replaced_by,
    t.status AS token_status
    FROM payments p JOIN customers c ON c.id = p.customer_id
    JOIN projects j ON j.id = p.project_id
    JOIN catalogue_tiers k ON k.version_id = p.catalogue_version_id AND k.token_type = p.token_type
      AND k.code = COALESCE(p.tier_code, '')
    LEFT JOIN terms_versions v ON v.project_id = p.project_id AND v.number = (SELECT MAX(w.number) FROM terms_versions w
      WHERE w.project_id = p.project_id AND w.effective_from <= ?)
    LEFT JOIN receipts r ON r.payment_id = p.id
    LEFT JOIN tokens t ON t.payment_id = p.id
    LEFT JOIN payment_attempts a ON a.payment_id = p.id
    LEFT JOIN refunds f ON f.payment_id = p.id AND f.attempt_id = a.id
    WHERE p.public_id = ? ORDER BY a.id, f.id`;
}
