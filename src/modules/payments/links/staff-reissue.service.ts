import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import type { ReissueLinkData } from '../../../contracts/links.js';
import type { Principal } from '../../../http/index.js';
import { SalesEvents } from '../../projects/index.js';
import { paymentUrlOf } from '../payment.presenter.js';
import { PaymentsQueries } from '../payments.queries.js';
import type { ReissueLinkDto } from './links.dto.js';
import { ReissueService } from './reissue.service.js';

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
  async reissue(user: Principal, publicId: string, { expiry }: ReissueLinkDto): Promise<ReissueLinkData> {
    const payment = await this.queries.getFor(user, publicId);
    await this.events.requireLinks(payment);
    const { payment: renewed, opened } = await this.reissues.reissue(payment, expiry ?? undefined);
    return {
      paymentId: renewed.publicId,
      paymentUrl: paymentUrlOf(this.settings.appUrl, renewed),
      paymentLinkExpiresAt: renewed.expiresAt.toISOString(),
      status: renewed.status,
      invoiceNo: opened.attempt.invoiceNo,
      hasRedirectionURL: opened.attempt.redirectUrl !== null,
    };
  }
}
