import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { Decision, Evidence, EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import { Clock } from '../../../runtime/clock.js';
import { AuditService } from '../../audit/index.js';
import { PaymentCounters } from '../../payment-lists/index.js';
import { PaymentsRepository, type TransitionFacts } from '../payments.repository.js';
import { reasonOf } from './evidence-facts.js';
import { ReceiptsRepository } from './receipts.repository.js';
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

/**
 * Writes a change of a payment's status with its numbers, counters, event and audit entry, in one unit of work.
 *
 * The order matters: the token number is part of the status change, counters compare the row before and after it, token and
 * receipt numbers are taken from their series in one lock order, and the event names both numbers.
 */
@Injectable()
export class StatusWriter {
  constructor(
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly tokens: TokensRepository,
    private readonly receipts: ReceiptsRepository,
    private readonly counters: PaymentCounters,
    private readonly audit: AuditService,
  ) {}

  /** The payment is updated in place. */
  async write(change: Change): Promise<Transition> {
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
    return transition;
  }

  /** The audit entry of a renewed link, whose status stays. */
  async writeRenewal({ publicId, status }: PaymentEntity): Promise<void> {
    await this.audit.write({
      actorKind: 'staff',
      action: 'payment.link_renewed',
      subjectType: 'payment',
      subjectId: publicId,
      toValue: status,
    });
  }

  /** @returns the number issued with a completion */
  private async token({ payment, decision }: Change): Promise<string | undefined> {
    if (decision.to === 'completed') return this.tokens.issue(payment);
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
