import type { EntityManager } from 'typeorm';
import type { StateTimes } from '../../contracts/state-times.js';
import type { SaleMoney } from '../../domain/payment/link-care.js';
import { isRefundFinal, refundUnderWay } from '../../domain/refund/refund-rules.js';
import type { ReviewEnd } from '../../domain/payment/review-rules.js';
import type { TokenStatus } from '../../domain/payment/token-status.js';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { ProjectEntity } from '../../database/entities/project.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { ReviewEntity } from '../../database/entities/review.entity.js';
import { TokenEntity } from '../../database/entities/token.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { type Hydrator, hydratorOf } from '../../database/hydrate.js';
import { NO_MONEY, readSaleMoney } from './sale-money.queries.js';
import type { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import type { ProjectState } from '../../domain/projects/project-rules.js';
import type { Catalogue } from '../../domain/catalogue/catalogue-rules.js';
import { CATALOGUE_COUNT, readCatalogues } from '../catalogue/index.js';

/** The columns of an upgrade that a list needs. */
export type ListedUpgrade = Pick<UpgradeEntity, 'id' | 'status' | 'openSourceId' | 'completedSourceId'> & {
  upgradePayment: Pick<PaymentEntity, 'status' | 'expiresAt' | 'reviewReason'>;
};

/** The token of an upgrade's payment. */
interface ListedSource extends Pick<PaymentEntity, 'status' | 'refundReserved' | 'reviewReason'> {
  /** This upgrade is the token's open one. */
  isOpen: boolean;
  /** The token's other upgrades. */
  others: (Pick<UpgradeEntity, 'openSourceId' | 'completedSourceId'> & Pick<PaymentEntity, 'reviewReason'>)[];
}

/** The columns of a payment that a list needs: a wide row costs more than finding it. */
const PAYMENT = [
  'id', 'publicId', 'replacesId', 'projectId', 'eventId', 'customerId', 'salesManagerId', 'tokenType', 'tierCode', 'catalogueVersionId', 'paymentType', 'amount', 'status', 'statusReason', 'refundedAmount',
  'refundReserved', 'tokenNumber', 'gateway', 'expiresAt', 'openedAt', 'initiatedAt', 'paidAt', 'reviewReason', 'linkMailCount', 'linkMailSentAt',
  'createdAt',
] as const satisfies readonly (keyof PaymentEntity)[]; // prettier-ignore
const CUSTOMER = ['id', 'name', 'email', 'phone'] as const satisfies readonly (keyof CustomerEntity)[];
const SELLER = ['id', 'name', 'email'] as const satisfies readonly (keyof UserEntity)[];

export type PaymentOfList = Pick<PaymentEntity, (typeof PAYMENT)[number]> & {
  customer: Pick<CustomerEntity, (typeof CUSTOMER)[number]>;
  salesManager: Pick<UserEntity, (typeof SELLER)[number]>;
};

export interface ListedPayment {
  payment: PaymentOfList;
  /** Of the token that the payment was given; null before completion. */
  tokenStatus: TokenStatus | null;
  /** The next check of the open attempt. */
  nextCheckAt: Date | null;
  /** The open attempt was sent to the bank. */
  hasSentAttempt: boolean;
  /** Of its project. */
  projectState: ProjectState;
  /** When the customer was last sent there; null without an open attempt. */
  sentAt: Date | null;
  /** The end of the last attempt of a payment that failed or was cancelled. */
  endedAt: Date | null;
  /** Of a payment that failed or was cancelled: the bank has taken money that completed nothing, given back or not. */
  hasExcess: boolean;
  /** Refunds of the payment's own capture: since when the oldest is under way, and when the last was completed. */
  refunds: { pendingSince: Date | null; completedAt: Date | null };
  /** The review that a person closed last; ignored by the reader while another is open. */
  reviewEnded: { at: Date; end: ReviewEnd } | null;
  /** Of the payment's own token. */
  upgrades: ListedUpgrade[];
  /** Of the payment of an upgrade: what was upgraded; null for any other payment. */
  source: ListedSource | null;
  /** Of the links that its link replaced; of a payment whose link could live again or be replaced. */
  sale: SaleMoney;
  /** Versions of what is sold: they decide which upgrades there are. */
  catalogues: readonly Catalogue[];
}

interface Hydrators {
  payment: Hydrator<PaymentEntity>;
  token: Hydrator<TokenEntity>;
  customer: Hydrator<CustomerEntity>;
  project: Hydrator<ProjectEntity>;
  seller: Hydrator<UserEntity>;
  attempt: Hydrator<PaymentAttemptEntity>;
  review: Hydrator<ReviewEntity>;
  refund: Hydrator<RefundEntity>;
  refundOf: Hydrator<PaymentAttemptEntity>;
  ended: Hydrator<PaymentAttemptEntity>;
  upgrade: Hydrator<UpgradeEntity>;
  upgradePayment: Hydrator<PaymentEntity>;
  ofUpgrade: Hydrator<UpgradeEntity>;
  source: Hydrator<PaymentEntity>;
  otherUpgrade: Hydrator<UpgradeEntity>;
  otherPayment: Hydrator<PaymentEntity>;
}

const HYDRATORS = new WeakMap<EntityManager['connection'], Hydrators>();

function hydratorsOf(manager: EntityManager): Hydrators {
  const known = HYDRATORS.get(manager.connection);
  if (known) return known;
  const upgrade = ['id', 'status', 'openSourceId', 'completedSourceId'] as const;
  const made = {
    payment: hydratorOf(manager, PaymentEntity, 'p', PAYMENT),
    token: hydratorOf(manager, TokenEntity, 't', ['status']),
    customer: hydratorOf(manager, CustomerEntity, 'c', CUSTOMER),
    project: hydratorOf(manager, ProjectEntity, 'j', ['state']),
    seller: hydratorOf(manager, UserEntity, 'u', SELLER),
    attempt: hydratorOf(manager, PaymentAttemptEntity, 'a', ['id', 'nextCheckAt', 'sentAt', 'lastSentAt']),
    review: hydratorOf(manager, ReviewEntity, 'r', ['id', 'decision', 'closedAt']),
    refund: hydratorOf(manager, RefundEntity, 'f', ['id', 'status', 'createdAt', 'settledAt']),
    refundOf: hydratorOf(manager, PaymentAttemptEntity, 'g', ['id', 'excess']),
    ended: hydratorOf(manager, PaymentAttemptEntity, 'e', ['id', 'closedAt', 'excess']),
    upgrade: hydratorOf(manager, UpgradeEntity, 'x', upgrade),
    upgradePayment: hydratorOf(manager, PaymentEntity, 'y', ['status', 'expiresAt', 'reviewReason']),
    ofUpgrade: hydratorOf(manager, UpgradeEntity, 'z', ['id', 'openSourceId']),
    source: hydratorOf(manager, PaymentEntity, 's', ['status', 'refundReserved', 'reviewReason']),
    otherUpgrade: hydratorOf(manager, UpgradeEntity, 'o', ['id', 'openSourceId', 'completedSourceId']),
    otherPayment: hydratorOf(manager, PaymentEntity, 'v', ['reviewReason']),
  };
  HYDRATORS.set(manager.connection, made);
  return made;
}

/**
 * Reads rows in the order of the ids, in one statement, and one more where a link took the place of another. A payment is repeated for each of its upgrades, closed reviews and
 * refunds, and one that ended unpaid for each attempt: these are few; subqueries would cost MariaDB two reads for each row.
 */
export async function readPaymentRows(uow: UnitOfWork, ids: number[]): Promise<ListedPayment[]> {
  if (ids.length === 0) return [];
  const hydrators = hydratorsOf(uow.manager);
  const columns = Object.values(hydrators)
    .map((each) => each.columns)
    .join(', ');
  const by = uow.isSqlite ? SQLITE_HINTS : MYSQL_HINTS;
  const rows = await uow.read<Row>(
    `SELECT ${by.inOrder} ${columns}, ${CATALOGUE_COUNT} AS catalogues
       FROM payments p ${by.key} JOIN customers c ${by.key} ON c.id = p.customer_id
       JOIN users u ${by.key} ON u.id = p.sales_manager_id
       JOIN projects j ${by.key} ON j.id = p.project_id
       LEFT JOIN tokens t ${by.token} ON t.payment_id = p.id AND p.token_number IS NOT NULL
       LEFT JOIN payment_attempts a ${by.openAttempt} ON a.open_payment_id = p.id
       LEFT JOIN reviews r ${by.review} ON r.payment_id = p.id AND r.state = 'decided' AND r.decision <> 'ask_again'
             AND r.closed_at IS NOT NULL
       LEFT JOIN refunds f ${by.refund} ON f.payment_id = p.id AND p.refund_reserved > 0
       LEFT JOIN payment_attempts g ${by.key} ON g.id = f.attempt_id
       LEFT JOIN payment_attempts e ${by.ended} ON e.payment_id = p.id AND p.status IN ('failed', 'cancelled')
       LEFT JOIN upgrades x ${by.upgrade} ON x.source_payment_id = p.id AND p.token_number IS NOT NULL
             AND p.payment_type <> 'upgrade' AND p.token_type <> 'platinum'
       LEFT JOIN payments y ${by.key} ON y.id = x.upgrade_payment_id
       LEFT JOIN upgrades z ${by.ofUpgrade} ON z.upgrade_payment_id = p.id AND p.payment_type = 'upgrade'
       LEFT JOIN payments s ${by.key} ON s.id = z.source_payment_id
       LEFT JOIN upgrades o ${by.upgrade} ON o.source_payment_id = z.source_payment_id AND o.id <> z.id
       LEFT JOIN payments v ${by.key} ON v.id = o.upgrade_payment_id
      WHERE p.id IN (${ids.map(() => '?').join(', ')})`,
    ids,
  );
  const catalogues = rows[0] ? await readCatalogues(uow, wholeNumber(rows[0].catalogues as number)) : [];
  const byId = new Map<number, { payment: PaymentEntity; rows: [Row, ...Row[]] }>();
  for (const row of rows) {
    const payment = hydrators.payment.read(row);
    const known = byId.get(payment.id);
    if (known) known.rows.push(row);
    else byId.set(payment.id, { payment, rows: [row] });
  }
  const sales = await readSaleMoney(
    uow,
    [...byId.values()].map(({ payment }) => payment),
  );
  return ids.flatMap((id) => {
    const found = byId.get(id);
    const sale = sales.get(id) ?? NO_MONEY;
    return found ? { ...listedOf(hydrators, found.payment, found.rows), sale, catalogues } : [];
  });
}

type Row = Record<string, unknown>;

/** Index hints: the server would otherwise scan small tables and all reviews. */
const MYSQL_HINTS = {
  inOrder: 'STRAIGHT_JOIN',
  key: 'FORCE INDEX (PRIMARY)',
  token: 'FORCE INDEX (uq_tokens_payment)',
  openAttempt: 'FORCE INDEX (uq_attempts_open)',
  review: 'FORCE INDEX (ix_reviews_payment)',
  refund: 'FORCE INDEX (ix_refunds_payment)',
  ended: 'FORCE INDEX (uq_attempts_number)',
  upgrade: 'FORCE INDEX (ix_upgrades_source)',
  ofUpgrade: 'FORCE INDEX (uq_upgrades_payment)',
};
const SQLITE_HINTS = {
  inOrder: '',
  key: '',
  token: '',
  openAttempt: '',
  review: '',
  refund: '',
  ended: '',
  upgrade: '',
  ofUpgrade: '',
};

/** @param rows all rows of this payment */
function listedOf(
  hydrators: Hydrators,
  payment: PaymentEntity,
  rows: [Row, ...Row[]],
): Omit<ListedPayment, 'catalogues' | 'sale'> {
  const [row] = rows;
  const open = hydrators.attempt.read(row);
  const customer = hydrators.customer.read(row);
  const salesManager = hydrators.seller.read(row);
  return {
    payment: Object.assign(payment, { customer, salesManager }),
    tokenStatus: hydrators.token.read(row).status ?? null,
    nextCheckAt: open.nextCheckAt ?? null,
    hasSentAttempt: (open.sentAt ?? null) !== null,
    projectState: hydrators.project.read(row).state,
    sentAt: open.lastSentAt ?? open.sentAt ?? null,
    endedAt: latest(rows.map((each) => hydrators.ended.read(each).closedAt)),
    hasExcess: rows.some((each) => hydrators.ended.read(each).excess),
    refunds: refundsOf(hydrators, rows),
    reviewEnded: endedOf(rows.map((each) => hydrators.review.read(each))),
    upgrades: upgradesOf(hydrators, rows),
    source: sourceOf(hydrators, rows),
  };
}

function refundsOf({ refund, refundOf }: Hydrators, rows: Row[]): ListedPayment['refunds'] {
  const own = rows.filter((row) => refund.read(row).id && !refundOf.read(row).excess).map((row) => refund.read(row));
  const pending = own.filter(({ status }) => !isRefundFinal(status)).map(({ createdAt }) => createdAt.getTime());
  return {
    pendingSince: pending.length > 0 ? new Date(Math.min(...pending)) : null,
    completedAt: latest(own.map(({ status, settledAt }) => (status === 'completed' ? settledAt : null))),
  };
}

function latest(times: (Date | null | undefined)[]): Date | null {
  return times.reduce<Date | null>((last, time) => (time && (!last || time > last) ? time : last), null);
}

/** Since when a row is in its state, as pages and API say it. */
export function stateTimesOf({ payment, sentAt, endedAt, refunds }: ListedPayment): StateTimes {
  const { status, initiatedAt } = payment;
  const isEnded = status === 'failed' || status === 'cancelled';
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    atBankSince: status === 'initiated' ? iso(sentAt ?? initiatedAt) : null,
    refundPendingSince: refundUnderWay(payment) > 0 ? iso(refunds.pendingSince) : null,
    refundedAt: iso(refunds.completedAt),
    endedAt: isEnded ? iso(endedAt) : null,
  };
}

/** The last of them. @param reviews without an id where there is none */
function endedOf(reviews: ReviewEntity[]): ListedPayment['reviewEnded'] {
  const { decision, closedAt } = reviews.reduce((last, each) => (each.id > last.id ? each : last));
  return decision && closedAt ? { end: decision, at: closedAt } : null;
}

function upgradesOf({ upgrade, upgradePayment }: Hydrators, rows: Row[]): ListedUpgrade[] {
  const all = rows.map((row) => ({ ...upgrade.read(row), upgradePayment: upgradePayment.read(row) }));
  return [...new Map(all.filter(({ id }) => id).map((each) => [each.id, each])).values()];
}

function sourceOf(
  { ofUpgrade, source, otherUpgrade, otherPayment }: Hydrators,
  rows: [Row, ...Row[]],
): ListedSource | null {
  const upgrade = ofUpgrade.read(rows[0]);
  if (!upgrade.id) return null;
  const others = rows
    .map((row) => ({ ...otherUpgrade.read(row), reviewReason: otherPayment.read(row).reviewReason }))
    .filter(({ id }) => id);
  return { ...source.read(rows[0]), isOpen: upgrade.openSourceId !== null, others };
}
