import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isLinkExpired, linkExpiry } from '../../domain/link-expiry.js';
import { isInProgress, isPaid } from '../../domain/payment-status.js';
import { Clock } from '../../runtime/clock.js';
import { AttemptOpener, type Opened } from './attempt-opener.service.js';
import { AttemptsRepository } from './attempts.repository.js';
import { PaymentTransitions } from './payment-transitions.js';
import { LinkStillLive, PaymentAlreadyPaid } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';

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
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws PaymentAlreadyPaid, LinkStillLive */
  async reissue(payment: PaymentEntity): Promise<{ payment: PaymentEntity; opened: Opened }> {
    const prepared = await this.uow.run(() => this.prepare(payment.id));
    const opened = await this.opener.askBank(prepared.payment, prepared.attempt, 'staff');
    return { payment: prepared.payment, opened };
  }

  private async prepare(id: number): Promise<{ payment: PaymentEntity; attempt: PaymentAttemptEntity }> {
    const now = this.clock.now();
    const before = await this.payments.findById(id);
    if (!before || isPaid(before.status)) throw new PaymentAlreadyPaid();
    if (isInProgress(before.status) && !isLinkExpired(before.expiresAt, now)) throw new LinkStillLive();
    const open = await this.attempts.findOpen(id);
    // Given up but still watched: money that arrives on it completes the payment.
    if (open) await this.attempts.update(open.id, { status: 'abandoned', openPaymentId: null, closedAt: now });
    await this.payments.renewLink(id, linkExpiry(now, this.settings.linkTtlHours));
    await this.transitions.apply(id, null, { kind: 'reissued' }, 'staff');
    await this.payments.addEvent({ paymentId: id, type: 'reissued', source: 'staff' });
    const payment = await this.payments.findById(id);
    const attempt = payment && (await this.opener.intend(payment));
    if (!payment || !attempt) throw new LinkStillLive();
    return { payment, attempt };
  }
}
