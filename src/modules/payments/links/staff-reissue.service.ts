import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { ReissueLinkData } from '../../../contracts/links.js';
import type { AnswerStore, Principal } from '../../../http/index.js';
import { isRefusal } from '../../../runtime/refusal.js';
import { SalesEvents } from '../../projects/index.js';
import { paymentUrlOf } from '../payment.presenter.js';
import { PaymentsQueries } from '../payments.queries.js';
import { linkRefusal } from './link.errors.js';
import type { ReissueLinkDto } from './links.dto.js';
import { type RenewedLink, ReissueService } from './reissue.service.js';

/** Staff reissue a link while its project sells; the days of its event do not bound it. */
@Injectable()
export class StaffReissue {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly reissues: ReissueService,
    private readonly events: SalesEvents,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws PAYMENT_NOT_FOUND, PROJECT_NOT_SELLING, PROJECT_CLOSED, and as `ReissueService` */
  async reissue(user: Principal, publicId: string, { expiry }: ReissueLinkDto, storeAnswer: AnswerStore) {
    const payment = await this.queries.getFor(user, publicId);
    await this.events.requireLinks(payment);
    const store = (renewed: RenewedLink) => storeAnswer(this.answerOf(renewed));
    return this.answerOf(await this.reissues.reissue(payment, expiry ?? undefined, store).catch(inWordsForStaff));
  }

  private answerOf({ payment, opened }: RenewedLink): ApiSuccess<ReissueLinkData> {
    const data = {
      paymentId: payment.publicId,
      paymentUrl: paymentUrlOf(this.settings.appUrl, payment),
      paymentLinkExpiresAt: payment.expiresAt.toISOString(),
      status: payment.status,
      invoiceNo: opened.attempt.invoiceNo,
      hasRedirectionURL: opened.attempt.redirectUrl !== null,
    };
    return { success: true, data };
  }
}

/** The refusal of the upgrade's rules sends the reader to the sales contact: the customer of Pay, to which they apply as well. */
function inWordsForStaff(error: unknown): never {
  throw isRefusal(error, 'UPGRADE_CLOSED') ? linkRefusal('upgrade_closed') : error;
}
