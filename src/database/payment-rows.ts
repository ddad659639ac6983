import { type EntityManager, In } from 'typeorm';
import { type CaredLink } from '../domain/link-care.js';
import { isLinkExpired } from '../domain/link-expiry.js';
import type { ReviewEnd } from '../domain/review-rules.js';
import { shownUpgradeStatus, type Upgradable } from '../domain/upgrade-rules.js';
import { PaymentAttemptEntity } from './entities/payment-attempt.entity.js';
import { PaymentEntity } from './entities/payment.entity.js';
import { ReviewEntity } from './entities/review.entity.js';
import { UpgradeEntity } from './entities/upgrade.entity.js';

/** A payment as lists show it, with its customer and seller loaded. */
export interface ListedPayment {
  payment: PaymentEntity;
  /** When the bank is asked next about the open attempt. */
  nextCheckAt: Date | null;
  /** The open attempt was sent to the bank. */
  hasSentAttempt: boolean;
  /** The last review that a person ended; judged by the reader when one is open still. */
  reviewEnded: { at: Date; end: ReviewEnd } | null;
  /** Newest first, each with its payment loaded; none unless the token is gold. */
  upgrades: UpgradeEntity[];
}

/** In the order of the ids; four questions however many they are. */
export async function readPaymentRows(manager: EntityManager, ids: number[]): Promise<ListedPayment[]> {
  if (ids.length === 0) return [];
  const payments = await manager.getRepository(PaymentEntity).find({
    where: { id: In(ids) },
    relations: { customer: true, salesManager: true },
  });
  const open = await manager.getRepository(PaymentAttemptEntity).find({
    select: { openPaymentId: true, nextCheckAt: true, sentAt: true },
    where: { openPaymentId: In(ids) },
  });
  const upgrades = await upgradesOf(manager, payments);
  const ended = await endedReviewsOf(manager, ids);
  const attempts = new Map(open.map((attempt) => [attempt.openPaymentId, attempt]));
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  return ids.flatMap((id) => {
    const payment = byId.get(id);
    const attempt = attempts.get(id);
    if (!payment) return [];
    return {
      payment,
      nextCheckAt: attempt?.nextCheckAt ?? null,
      hasSentAttempt: (attempt?.sentAt ?? null) !== null,
      reviewEnded: ended.get(id) ?? null,
      upgrades: upgrades.filter(({ sourcePaymentId }) => sourcePaymentId === id),
    };
  });
}

/** What the rules for links judge by. */
export function caredLinkOf({ payment, hasSentAttempt }: Pick<ListedPayment, 'payment' | 'hasSentAttempt'>): CaredLink {
  const { status, statusReason, paymentType, expiresAt } = payment;
  return { status, statusReason, paymentType, expiresAt, hasSentAttempt };
}

/** What the rules for upgrades judge by. A link that ran out unpaid holds nobody up: a new one takes its place. */
export function upgradableRowOf({ payment, upgrades }: ListedPayment, now: Date): Upgradable {
  const isOpen = ({ status, openSourceId, upgradePayment }: UpgradeEntity) =>
    openSourceId !== null &&
    upgradePayment !== undefined &&
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
  };
}

async function upgradesOf(manager: EntityManager, payments: PaymentEntity[]): Promise<UpgradeEntity[]> {
  const gold = payments.filter(({ tokenType, paidAt }) => tokenType === 'gold' && paidAt !== null).map(({ id }) => id);
  if (gold.length === 0) return [];
  return manager.getRepository(UpgradeEntity).find({
    where: { sourcePaymentId: In(gold) },
    relations: { upgradePayment: true },
    order: { id: 'DESC' },
  });
}

async function endedReviewsOf(
  manager: EntityManager,
  paymentIds: number[],
): Promise<Map<number, { at: Date; end: ReviewEnd }>> {
  const rows = await manager.getRepository(ReviewEntity).find({
    select: { paymentId: true, decision: true, closedAt: true },
    where: { paymentId: In(paymentIds), state: 'decided' },
    order: { id: 'ASC' },
  });
  return new Map(
    rows.flatMap(({ paymentId, decision: end, closedAt: at }) =>
      end && at && end !== 'ask_again' ? [[paymentId, { at, end }] as const] : [],
    ),
  );
}
