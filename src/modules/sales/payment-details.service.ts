import { Injectable } from '@nestjs/common';
import type { AdminPaymentDetails, SaleTimeline } from '../../contracts/admin-details.js';
import { isWithin } from '../../domain/people/project-rights.js';
import type { Principal } from '../../http/index.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { Refusal } from '../../runtime/refusal.js';
import { maskSealedPan } from '../../runtime/sealed-pan.js';
import { Vault } from '../../runtime/vault.js';
import { Holdings } from '../customers/index.js';
import { PaymentsQueries } from '../payments/index.js';
import { SalesEvents } from '../projects/index.js';
import { presentDetails } from './details.presenter.js';
import { DetailsQueries } from './details.queries.js';
import { sellersTimelineOf } from './timeline.js';

@Injectable()
export class PaymentDetails {
  constructor(
    private readonly queries: DetailsQueries,
    private readonly payments: PaymentsQueries,
    private readonly vault: Vault,
    private readonly events: SalesEvents,
    private readonly holdings: Holdings,
  ) {}

  /** Everything, for admins. @throws PAYMENT_NOT_FOUND for a payment of another admin's projects too */
  async of(user: Principal, publicId: string): Promise<AdminPaymentDetails> {
    const records = PUBLIC_ID.test(publicId) ? await this.queries.find(publicId) : null;
    if (!records || !isWithin(user.projectIds, records.payment.projectId)) throw new Refusal('PAYMENT_NOT_FOUND');
    const soldIn = await this.events.soldIn(records.payment);
    const details = presentDetails(records, maskSealedPan(this.vault, records.payment.panCiphertext));
    const alsoHolds = await this.holdings.beside(user, records.payment);
    return { ...details, ...(soldIn && { soldIn }), ...(alsoHolds.length > 0 && { alsoHolds }) };
  }

  /** What its seller may read. @throws PAYMENT_NOT_FOUND for another seller's payment too */
  async timeline(user: Principal, publicId: string): Promise<SaleTimeline> {
    const payment = await this.payments.getFor(user, publicId);
    const records = await this.queries.findTimeline(payment);
    const alsoHolds = await this.holdings.beside(user, payment);
    return {
      timeline: sellersTimelineOf(records),
      ...(alsoHolds.length > 0 && { alsoHolds }),
      isShortened: records.isShortened,
    };
  }
}
