import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/index.js';
import { PaymentCounters } from '../../payment-lists/index.js';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { Decision, Evidence, EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import { Clock } from '../../../runtime/clock.js';
import { PaymentsRepository, type TransitionFacts } from '../payments.repository.js';
import { reasonOf } from './evidence-facts.js';
import { PaymentEmails } from './payment-emails.service.js';
import { PaymentEventPublisher } from './payment-event-publisher.js';
import { PaymentMetrics } from './payment-metrics.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReviewRecorder } from './review-recorder.service.js';
import { TokensRepository } from './tokens.repository.js';
import type { Transition } from './transition.js';

/** A change that was decided, for a payment locked in the current unit of work. */
export interface Change {
  payment: PaymentEntity;
  decision: Decision & { verdict: 'moved' };
  attempt: PaymentAttemptEntity | null;
  evidence: Evidence;
  source: EvidenceSource;
}

type Effect = (transition: Transition) => Promise<void>;

/**
 * Everything that follows from a change of a payment's status, in its order and in one unit of work: a failing effect rolls the
 * whole change back.
 *
 * The order matters where rows are locked or one effect uses another's result: the token number is part of the status change,
 * counters compare the row before and after it, token and receipt numbers are taken from their series in one lock order, the
 * event and the receipt's email name both numbers, and upgrades lock further payments, so they come after all writes of this
 * one. Metrics and live events wait for the commit.
 */
@Injectable()
export class TransitionEffects {
  private readonly others: Effect[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly tokens: TokensRepository,
    private readonly receipts: ReceiptsRepository,
    private readonly counters: PaymentCounters,
    private readonly audit: AuditService,
    private readonly reviews: ReviewRecorder,
    private readonly emails: PaymentEmails,
    private readonly metrics: PaymentMetrics,
    private readonly news: PaymentEventPublisher,
  ) {}

  /** @param effect of a module that payments does not know, at the place of upgrades in the order */
  register(effect: Effect): void {
    this.others.push(effect);
  }

  /** Called only by `PaymentTransitions`. The payment is updated in place. */
  async carryOut(change: Change): Promise<void> {
    const { payment, attempt, evidence, source } = change;
    const { to } = change.decision;
    const now = this.clock.now();
    const tokenNumber = await this.token(change);
    const before = await this.payments.changeStatus(payment, to, factsOf(change, now, tokenNumber));
    await this.counters.statusChanged(before, payment);
    const receiptNumber = to === 'completed' ? await this.receipts.issue(payment) : null;
    const transition = { payment, attempt, evidence, from: before.status, to, source, receiptNumber };
    await this.event(change, transition, tokenNumber);
    await this.auditEntry(change, transition);
    await this.follow(transition);
  }

  /** The part for what has been written already; by itself for a renewed link, whose status stays. */
  async follow(transition: Transition): Promise<void> {
    await this.reviews.afterTransition(transition);
    await this.emails.afterTransition(transition);
    for (const effect of this.others) await effect(transition);
    await this.metrics.afterTransition(transition);
    await this.news.afterTransition(transition);
  }

  /** @returns the number issued with a completion */
  private async token({ payment, decision }: Change): Promise<string | undefined> {
    if (decision.to === 'completed') return this.tokens.issue(payment.id, payment.tokenType);
    if (decision.to === 'refunded') await this.tokens.setStatus(payment.id, 'void');
    return undefined;
  }

  private async event({ decision }: Change, transition: Transition, tokenNumber: string | undefined): Promise<void> {
    const { payment, attempt, evidence, from, to, source, receiptNumber } = transition;
    await this.payments.addEvent({
      paymentId: payment.id,
      attemptId: attempt?.id ?? null,
      type: `status.${to}`,
      source,
      from,
      to,
      detail: {
        reason: decision.reason,
        late: decision.late,
        tokenNumber,
        receiptNumber: receiptNumber ?? undefined,
        ...reasonOf(evidence),
      },
    });
  }

  private async auditEntry({ decision }: Change, { payment, from, to, source }: Transition): Promise<void> {
    await this.audit.write({
      actorKind: source,
      action: `payment.${to}`,
      subjectType: 'payment',
      subjectId: payment.publicId,
      fromValue: from,
      toValue: to,
      reason: decision.reason,
    });
  }
}

/** Columns that change with the status. */
function factsOf({ decision }: Change, now: Date, tokenNumber: string | undefined): TransitionFacts {
  switch (decision.to) {
    case 'completed':
      return { statusReason: null, paidAt: now, late: decision.late, tokenNumber };
    case 'initiated':
      return { statusReason: null, initiatedAt: now };
    case 'refunded':
      return { statusReason: null };
    default:
      return { statusReason: decision.reason };
  }
}
