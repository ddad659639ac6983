import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { Decision, Evidence, EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import { Clock } from '../../../runtime/clock.js';
import { AuditService } from '../../audit/index.js';
import { PaymentCounters } from '../../payment-lists/index.js';
import { QuotaUnits } from '../../quota/index.js';
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

export interface CreationFacts {
  /** The payment stands in for one that has given its unit back in the same unit of work. */
  keepsUnit?: boolean | undefined;
  /** For the audit log. */
  auditReason?: string | null | undefined;
}

/**
 * Writes a change of a payment's status with its numbers, counters, event and audit entry, in one unit of work.
 *
 * The order matters: units of a limited tier come first, since none may be left and their counters are locked before the series;
 * the token number is part of the status change, counters compare the row before and after it, token and
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
    private readonly units: QuotaUnits,
  ) {}

  /** The payment is updated in place. */
  async write(change: Change): Promise<Transition> {
    const { payment, attempt, evidence, source } = change;
    const { to } = change.decision;
    const now = this.clock.now();
    await this.units.changed(payment, payment.status, to);
    const tokenNumber = await this.token(change);
    const before = await this.payments.changeStatus(payment, to, factsOf(change, now, tokenNumber));
    await this.counters.statusChanged(before, payment);
    const receiptNumber = to === 'completed' ? await this.receipts.issue(payment) : null;
    const transition = { payment, attempt, evidence, from: before.status, to, source, receiptNumber };
    await this.event(change, transition, tokenNumber);
    await this.auditEntry(change, transition);
    return transition;
  }

  /** Of a new payment: its unit and its audit entry. @throws QUOTA_SOLD_OUT */
  async writeCreation(payment: PaymentEntity, { keepsUnit = false, auditReason = null }: CreationFacts): Promise<void> {
    await this.units.created(payment, payment.status, keepsUnit);
    await this.audit.write({
      actorKind: 'staff',
      action: 'payment.created',
      subjectType: 'payment',
      subjectId: payment.publicId,
      toValue: payment.status,
      reason: auditReason,
    });
  }

  /** Whether a capture of a payment that holds no unit finds none. Locks the tier's counter. */
  isSoldOut(payment: PaymentEntity): Promise<boolean> {
    return this.units.isSoldOut(payment);
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
