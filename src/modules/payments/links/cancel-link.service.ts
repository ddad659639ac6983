import { Injectable } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { CancelLinkData } from '../../../contracts/links.js';
import { MESSAGES } from '../../../contracts/messages.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { Principal } from '../../../http/index.js';
import { presentCheck } from '../payment.presenter.js';
import { PaymentsQueries } from '../payments.queries.js';
import { LinkWithdrawal } from './link-withdrawal.js';

/** Staff cancel a link (docs/product.md#links). */
@Injectable()
export class CancelLinkService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: PaymentsQueries,
    private readonly withdrawal: LinkWithdrawal,
  ) {}

  /**
   * A link that its customer opened at the bank is cancelled once STATUS shows no money under way. Money that still arrives is
   * recorded as late.
   * @throws LINK_AT_BANK, MONEY_ARRIVED, a denial by src/domain/payment/link-care.ts
   */
  async cancel(user: Principal, publicId: string, note: string | undefined): Promise<ApiSuccess<CancelLinkData>> {
    const { id } = await this.queries.getFor(user, publicId);
    const unpaidAt = await this.withdrawal.askIfAtBank(id);
    await this.uow.run(() => this.withdrawal.withdraw(id, 'cancelled_by_staff', note || null, unpaidAt));
    const payment = await this.queries.getFor(user, publicId);
    return {
      success: true,
      data: presentCheck(payment),
      message: MESSAGES.link.cancelled(payment.customer?.name ?? ''),
    };
  }
}
