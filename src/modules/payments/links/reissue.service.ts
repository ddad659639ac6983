import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { reissueDenial } from '../../../domain/payment/link-care.js';
import type { LinkLifetime } from '../../../domain/payment/link-expiry.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import { Clock } from '../../../runtime/clock.js';
import { AttemptOpener, type Opened } from '../checkout/attempt-opener.service.js';
import { LinkLifetimes } from './link-lifetimes.js';
import { linkRefusal } from './link.errors.js';
import { SaleMoneyRules } from './sale-money.js';
import { PaymentTransitions } from '../transitions/payment-transitions.service.js';
import { PaymentsRepository } from '../payments.repository.js';
import { Refusal } from '../../../runtime/refusal.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';

export interface RenewedLink {
  payment: PaymentEntity;
  opened: Opened;
}

/** Reissues an expired, failed or cancelled link: same address, new invoice, new expiry. */
@Injectable()
export class ReissueService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly opener: AttemptOpener,
    private readonly transitions: PaymentTransitions,
    private readonly lifetimes: LinkLifetimes,
    private readonly saleMoney: SaleMoneyRules,
  ) {}

  /**
   * @param lifetime undefined: `LINK_TTL_HOURS`
   * @param onRenewed runs in the unit of work that renews the link, before the bank is asked
   * @throws ALREADY_PAID, LINK_STILL_LIVE, LINK_REPLACED, MONEY_ARRIVED, QUOTA_SOLD_OUT, FIELD_ERRORS
   */
  async reissue(
    payment: PaymentEntity,
    lifetime: LinkLifetime | undefined,
    onRenewed: (renewed: RenewedLink) => Promise<void>,
  ): Promise<RenewedLink> {
    const prepared = await this.uow.run(async () => {
      const renewed = await this.prepare(payment.id, lifetime);
      await onRenewed({ payment: renewed.payment, opened: { attempt: renewed.attempt, answer: null } });
      return renewed;
    });
    const opened = await this.opener.askBank(prepared.payment, prepared.attempt, 'staff');
    return { payment: prepared.payment, opened };
  }

  private async prepare(
    id: number,
    lifetime: LinkLifetime | undefined,
  ): Promise<{ payment: PaymentEntity; attempt: PaymentAttemptEntity }> {
    const before = await this.payments.findById(id);
    if (!before) throw new Error(`payment row ${id} does not exist`);
    const denial = reissueDenial(before, this.clock.now());
    if (denial !== null) throw linkRefusal(denial);
    // Compare-and-set: a capture at the same moment wins, or finds the link renewed.
    if (!(await this.payments.claim(before))) throw await this.overtaken(id);
    const expiresAt = this.lifetimes.expiry(lifetime);
    // Money that the bank has taken is never taken twice.
    await this.saleMoney.requireNoneFor(before);
    await this.opener.giveUpOpen(id);
    await this.payments.renewLink(id, expiresAt);
    const { decision } = await this.transitions.apply(id, null, { kind: 'reissued' }, 'staff');
    if (decision.verdict === 'ignored' && decision.reason === 'replaced')
      throw new Refusal('LINK_REPLACED', { message: SERVER_MESSAGES.link.alreadyReplaced });
    await this.payments.addEvent({ paymentId: id, type: 'reissued', source: 'staff' });
    const payment = await this.payments.findById(id);
    if (payment && decision.verdict !== 'moved') await this.transitions.renewed(payment);
    const attempt = payment && (await this.opener.intend(payment));
    if (!payment || !attempt) throw new Refusal('LINK_STILL_LIVE');
    return { payment, attempt };
  }

  private async overtaken(id: number): Promise<Error> {
    const now = await this.payments.findById(id);
    return now && !isPaid(now.status) ? new Refusal('LINK_STILL_LIVE') : new Refusal('ALREADY_PAID');
  }
}
