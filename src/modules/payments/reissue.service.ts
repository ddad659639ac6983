import { Injectable } from '@nestjs/common';
import { AuditService } from '../../database/audit.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { denyReissue } from '../../domain/link-care.js';
import type { LinkLifetime } from '../../domain/link-expiry.js';
import { isPaid } from '../../domain/payment-status.js';
import { Clock } from '../../runtime/clock.js';
import { AttemptOpener, type Opened } from './attempt-opener.service.js';
import { AttemptsRepository } from './attempts.repository.js';
import { LinkLifetimes } from './link-lifetimes.js';
import { LinkAlreadyReplaced, refusalOf } from './link.errors.js';
import { PaymentTransitions } from './payment-transitions.js';
import { LinkStillLive, PaymentAlreadyPaid } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';
import { TransitionEffects } from './transition-effects.js';

/** A new life for an expired, failed or cancelled link: the same address, a new invoice, a new expiry. */
@Injectable()
export class ReissueService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly opener: AttemptOpener,
    private readonly transitions: PaymentTransitions,
    private readonly lifetimes: LinkLifetimes,
    private readonly audit: AuditService,
    private readonly effects: TransitionEffects,
  ) {}

  /**
   * @param lifetime undefined: the installation's usual one
   * @throws PaymentAlreadyPaid, LinkStillLive, LinkAlreadyReplaced, TodayTooShort
   */
  async reissue(
    payment: PaymentEntity,
    lifetime: LinkLifetime | undefined,
  ): Promise<{ payment: PaymentEntity; opened: Opened }> {
    const prepared = await this.uow.run(() => this.prepare(payment.id, lifetime));
    const opened = await this.opener.askBank(prepared.payment, prepared.attempt, 'staff');
    return { payment: prepared.payment, opened };
  }

  private async prepare(
    id: number,
    lifetime: LinkLifetime | undefined,
  ): Promise<{ payment: PaymentEntity; attempt: PaymentAttemptEntity }> {
    const now = this.clock.now();
    const before = await this.payments.findById(id);
    if (!before) throw new Error(`payment row ${id} does not exist`);
    const denial = denyReissue(before, now);
    if (denial !== null) throw refusalOf(denial);
    // Money that arrives at this moment wins, or finds the link renewed: never both.
    if (!(await this.payments.claim(before))) throw await this.overtaken(id);
    const expiresAt = this.lifetimes.expiry(lifetime);
    const open = await this.attempts.findOpen(id);
    // Given up but still watched: money that arrives on it completes the payment.
    if (open) await this.attempts.update(open, { status: 'abandoned', openPaymentId: null, closedAt: now });
    await this.payments.renewLink(id, expiresAt);
    const { decision } = await this.transitions.apply(id, null, { kind: 'reissued' }, 'staff');
    if (decision.verdict === 'ignored' && decision.reason === 'replaced') throw new LinkAlreadyReplaced();
    await this.payments.addEvent({ paymentId: id, type: 'reissued', source: 'staff' });
    const payment = await this.payments.findById(id);
    if (payment && decision.verdict !== 'moved') await this.renewPending(payment);
    const attempt = payment && (await this.opener.intend(payment));
    if (!payment || !attempt) throw new LinkStillLive();
    return { payment, attempt };
  }

  /** Its status stays, so no transition tells of it; yet what follows from a renewal may forbid this one too. */
  private async renewPending(payment: PaymentEntity): Promise<void> {
    const { publicId, status } = payment;
    await this.audit.write({
      actorKind: 'staff',
      action: 'payment.link_renewed',
      subjectType: 'payment',
      subjectId: publicId,
      toValue: status,
    });
    const renewal = { evidence: { kind: 'reissued' }, from: status, to: status, source: 'staff' } as const;
    await this.effects.run({ payment, attempt: null, ...renewal, receiptNumber: null });
  }

  private async overtaken(id: number): Promise<Error> {
    const now = await this.payments.findById(id);
    return now && !isPaid(now.status) ? new LinkStillLive() : new PaymentAlreadyPaid();
  }
}
