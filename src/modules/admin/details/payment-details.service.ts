import { Injectable } from '@nestjs/common';
import type { AdminPaymentDetails } from '../../../contracts/admin-details.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { PaymentUnknown } from '../admin.errors.js';
import { DetailsQueries } from './details.queries.js';
import { presentDetails } from './details.presenter.js';

@Injectable()
export class PaymentDetails {
  constructor(private readonly queries: DetailsQueries) {}

  /** @throws PaymentUnknown */
  async of(publicId: string): Promise<AdminPaymentDetails> {
    const records = PUBLIC_ID.test(publicId) ? await this.queries.find(publicId) : null;
    if (!records) throw new PaymentUnknown();
    return presentDetails(records);
  }
}
