import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import { LINK_DENIALS } from '../../../contracts/denials.js';
import type { DeskPayment } from '../../../contracts/desk.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { PageProps } from '../../../contracts/pages.js';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import { amountInWords } from '../../../domain/money/amount-in-words.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { maskSealedPan } from '../../../runtime/sealed-pan.js';
import { Vault } from '../../../runtime/vault.js';
import { heldDenialOf } from '../../payment-lists/index.js';
import { SalesEvents } from '../../projects/index.js';
import { AttemptViews } from '../status-checks/attempt-views.service.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { presentRow } from '../payment.presenter.js';
import { PaymentsQueries } from '../payments.queries.js';
import { Refusal } from '../../../runtime/refusal.js';

/** One link on the seller's screen, or as a printed slip. Another seller's link is not found. */
@Injectable()
export class DeskPages {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly attempts: AttemptsRepository,
    private readonly views: AttemptViews,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly events: SalesEvents,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async page(user: Principal, publicId: string): Promise<PageProps['Sales/Show']> {
    return { desk: await this.get(user, publicId), linkTtlHours: this.settings.linkTtlHours };
  }

  /** @throws PAYMENT_NOT_FOUND */
  async get(user: Principal, publicId: string): Promise<DeskPayment> {
    if (!PUBLIC_ID.test(publicId)) throw new Refusal('PAYMENT_NOT_FOUND');
    const found = await this.queries.getFor(user, publicId);
    const listed = await this.queries.listed(found);
    const { payment } = listed;
    if (payment.status === 'initiated') {
      const open = await this.attempts.findOpen(payment.id);
      if (open) await this.views.note([open]);
    }
    const row = presentRow(listed, this.settings.appUrl, this.clock.now());
    const held = heldDenialOf(listed);
    const soldIn = user.severalEvents ? await this.events.soldIn(found) : null;
    return {
      ...row,
      phone: payment.customer.phone,
      pan: maskSealedPan(this.vault, found.panCiphertext),
      amountInWords: amountInWords(payment.amount),
      ...(soldIn && { soldIn }),
      warning: held ? LINK_DENIALS[held].message : await this.bankWarning(payment.id, row.canPay),
    };
  }

  private async bankWarning(paymentId: number, payable: boolean): Promise<string | null> {
    return payable ? warningOf(await this.attempts.findCurrent(paymentId)) : null;
  }
}

/** The warning of the creation while it still applies, so that a reload shows it too. */
function warningOf(attempt: PaymentAttemptEntity | null): string | null {
  if (!attempt || attempt.redirectUrl !== null) return null;
  return attempt.status === 'refused' ? SERVER_MESSAGES.link.bankRefused : SERVER_MESSAGES.link.bankUnavailable;
}
