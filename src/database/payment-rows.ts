import type { EntityManager } from 'typeorm';
import type { Denials } from '../contracts/denial-words.js';
import { type CaredLink, denyCancel, denyCorrection, denyMail, denyReissue } from '../domain/link-care.js';
import { isLinkExpired } from '../domain/link-expiry.js';
import { denyRefund, type Refundable } from '../domain/refund-rules.js';
import { CAPTURE_DOUBTS, type ReviewEnd } from '../domain/review-rules.js';
import { denyUpgrade, shownUpgradeStatus, type Upgradable } from '../domain/upgrade-rules.js';
import { CustomerEntity } from './entities/customer.entity.js';
import { PaymentAttemptEntity } from './entities/payment-attempt.entity.js';
import { PaymentEntity } from './entities/payment.entity.js';
import { ReviewEntity } from './entities/review.entity.js';
import { UpgradeEntity } from './entities/upgrade.entity.js';
import { UserEntity } from './entities/user.entity.js';
import { type Hydrator, hydratorOf } from './hydrate.js';
import type { UnitOfWork } from './unit-of-work.js';

/** What an upgrade of a gold token says about the token. */
export type ListedUpgrade = Pick<UpgradeEntity, 'id' | 'status' | 'openSourceId' | 'completedSourceId'> & {
  upgradePayment: Pick<PaymentEntity, 'status' | 'expiresAt'>;
};

/** What is read of a payment for a list: a wide row costs more than finding it. */
const PAYMENT = [
  'id', 'publicId', 'customerId', 'salesManagerId', 'tokenType', 'paymentType', 'amount', 'status', 'statusReason', 'refundedAmount',
  'refundReserved', 'tokenNumber', 'gateway', 'expiresAt', 'openedAt', 'paidAt', 'reviewReason', 'linkMailCount', 'linkMailSentAt',
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
  /** When the bank is asked next about the open attempt. */
  nextCheckAt: Date | null;
  /** The open attempt was sent to the bank. */
  hasSentAttempt: boolean;
  /** The last review that a person ended; judged by the reader when one is open still. */
  reviewEnded: { at: Date; end: ReviewEnd } | null;
  /** None unless the token is gold. */
  upgrades: ListedUpgrade[];
}

interface Hydrators {
  payment: Hydrator<PaymentEntity>;
  customer: Hydrator<CustomerEntity>;
  seller: Hydrator<UserEntity>;
  attempt: Hydrator<PaymentAttemptEntity>;
  review: Hydrator<ReviewEntity>;
  upgrade: Hydrator<UpgradeEntity>;
  upgradePayment: Hydrator<PaymentEntity>;
}

const HYDRATORS = new WeakMap<EntityManager['connection'], Hydrators>();

function hydratorsOf(manager: EntityManager): Hydrators {
  const known = HYDRATORS.get(manager.connection);
  if (known) return known;
  const upgrade = ['id', 'status', 'openSourceId', 'completedSourceId'] as const;
  const made = {
    payment: hydratorOf(manager, PaymentEntity, 'p', PAYMENT),
    customer: hydratorOf(manager, CustomerEntity, 'c', CUSTOMER),
    seller: hydratorOf(manager, UserEntity, 'u', SELLER),
    attempt: hydratorOf(manager, PaymentAttemptEntity, 'a', ['id', 'nextCheckAt', 'sentAt']),
    review: hydratorOf(manager, ReviewEntity, 'r', ['id', 'decision', 'closedAt']),
    upgrade: hydratorOf(manager, UpgradeEntity, 'x', upgrade),
    upgradePayment: hydratorOf(manager, PaymentEntity, 'y', ['status', 'expiresAt']),
  };
  HYDRATORS.set(manager.connection, made);
  return made;
}

/**
 * In the order of the ids, in one statement. A payment stands there once for each of its upgrades and ended reviews, which are
 * few; subqueries beside the columns would cost MariaDB two reads for each row.
 */
export async function readPaymentRows(uow: UnitOfWork, ids: number[]): Promise<ListedPayment[]> {
  if (ids.length === 0) return [];
  const hydrators = hydratorsOf(uow.manager);
  const columns = Object.values(hydrators)
    .map((each) => each.columns)
    .join(', ');
  const by = uow.isSqlite ? SQLITE_HINTS : MYSQL_HINTS;
  const rows = await uow.read<Row>(
    `SELECT ${by.inOrder} ${columns}
       FROM payments p ${by.key} JOIN customers c ${by.key} ON c.id = p.customer_id
       JOIN users u ${by.key} ON u.id = p.sales_manager_id
       LEFT JOIN payment_attempts a ${by.openAttempt} ON a.open_payment_id = p.id
       LEFT JOIN reviews r ${by.review} ON r.payment_id = p.id AND r.state = 'decided' AND r.decision <> 'ask_again'
             AND r.closed_at IS NOT NULL
       LEFT JOIN upgrades x ${by.upgrade} ON x.source_payment_id = p.id AND p.token_type = 'gold'
       LEFT JOIN payments y ${by.key} ON y.id = x.upgrade_payment_id
      WHERE p.id IN (${ids.map(() => '?').join(', ')})`,
    ids,
  );
  const byId = new Map<number, { payment: PaymentEntity; rows: [Row, ...Row[]] }>();
  for (const row of rows) {
    const payment = hydrators.payment.read(row);
    const known = byId.get(payment.id);
    if (known) known.rows.push(row);
    else byId.set(payment.id, { payment, rows: [row] });
  }
  return ids.flatMap((id) => {
    const found = byId.get(id);
    return found ? listedOf(hydrators, found.payment, found.rows) : [];
  });
}

type Row = Record<string, unknown>;

/** Left alone a server reads a small table, or all reviews, from one end to the other. */
const MYSQL_HINTS = {
  inOrder: 'STRAIGHT_JOIN',
  key: 'FORCE INDEX (PRIMARY)',
  openAttempt: 'FORCE INDEX (uq_attempts_open)',
  review: 'FORCE INDEX (ix_reviews_payment)',
  upgrade: 'FORCE INDEX (ix_upgrades_source)',
};
const SQLITE_HINTS = { inOrder: '', key: '', openAttempt: '', review: '', upgrade: '' };

/** @param rows all of this payment */
function listedOf(hydrators: Hydrators, payment: PaymentEntity, rows: [Row, ...Row[]]): ListedPayment {
  const [row] = rows;
  const open = hydrators.attempt.read(row);
  const customer = hydrators.customer.read(row);
  const salesManager = hydrators.seller.read(row);
  return {
    payment: Object.assign(payment, { customer, salesManager }),
    nextCheckAt: open.nextCheckAt ?? null,
    hasSentAttempt: (open.sentAt ?? null) !== null,
    reviewEnded: endedOf(rows.map((each) => hydrators.review.read(each))),
    upgrades: upgradesOf(hydrators, rows),
  };
}

/** Of the last of them. @param reviews without an id where there is none */
function endedOf(reviews: ReviewEntity[]): ListedPayment['reviewEnded'] {
  const { decision, closedAt } = reviews.reduce((last, each) => (each.id > last.id ? each : last));
  return decision && closedAt ? { end: decision, at: closedAt } : null;
}

function upgradesOf({ upgrade, upgradePayment }: Hydrators, rows: Row[]): ListedUpgrade[] {
  const all = rows.map((row) => ({ ...upgrade.read(row), upgradePayment: upgradePayment.read(row) }));
  return [...new Map(all.filter(({ id }) => id).map((each) => [each.id, each])).values()];
}

/** What the rules for refunds judge by, of the payment itself: what was captured for it is its price. */
function refundableRowOf({ payment, upgrades }: ListedPayment): Refundable {
  return {
    status: payment.status,
    captured: payment.amount,
    reserved: payment.refundReserved,
    hasOpenUpgrade: upgrades.some(({ openSourceId }) => openSourceId !== null),
    hasCompletedUpgrade: upgrades.some(
      ({ completedSourceId, upgradePayment }) => completedSourceId !== null && upgradePayment.status !== 'refunded',
    ),
    isExcess: false,
  };
}

/** What the rules say to each thing that staff may want to do with the payment now; null: nothing against it. */
export function denialsOf(row: ListedPayment, now: Date): Denials {
  const link = caredLinkOf(row);
  const isReversed = isDoubted(row.payment);
  return {
    refund: denyRefund(refundableRowOf(row), 1) ?? (isReversed ? 'reversal_open' : null),
    upgrade: denyUpgrade(upgradableRowOf(row, now)),
    reissue: denyReissue(link, now),
    correctContact: denyCorrection(link),
    // Cancelling asks the bank first where the customer is there.
    cancelLink: denyCancel({ ...link, isUnpaidAtBank: true }, now),
    sendLink: denyMail(link, now),
  };
}

/** The bank does not stand by the payment any more, and nobody has decided that yet. */
function isDoubted({ reviewReason }: ListedPayment['payment']): boolean {
  return CAPTURE_DOUBTS.some((reason) => reason === reviewReason);
}

interface JudgedLink {
  payment: Omit<CaredLink, 'hasSentAttempt'>;
  hasSentAttempt: boolean;
}

/** What the rules for links judge by. */
export function caredLinkOf({ payment, hasSentAttempt }: JudgedLink): CaredLink {
  const { status, statusReason, paymentType, expiresAt } = payment;
  return { status, statusReason, paymentType, expiresAt, hasSentAttempt };
}

/** What the rules for upgrades judge by. A link that ran out unpaid holds nobody up: a new one takes its place. */
export function upgradableRowOf({ payment, upgrades }: ListedPayment, now: Date): Upgradable {
  const isOpen = ({ status, openSourceId, upgradePayment }: ListedUpgrade) =>
    openSourceId !== null &&
    shownUpgradeStatus(status, {
      status: upgradePayment.status,
      isLinkExpired: isLinkExpired(upgradePayment.expiresAt, now),
    }) === 'pending';
  return {
    tokenType: payment.tokenType,
    status: payment.status,
    refundReserved: payment.refundReserved,
    hasOpenUpgrade: upgrades.some(isOpen),
    hasCompletedUpgrade: upgrades.some(({ completedSourceId }) => completedSourceId !== null),
    isReversalOpen: isDoubted(payment),
  };
}
