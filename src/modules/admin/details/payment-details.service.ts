import { Injectable } from '@nestjs/common';
import type { AdminPaymentDetails } from '../../../contracts/admin-details.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { shownPan } from '../../../runtime/shown-pan.js';
import { Vault } from '../../../runtime/vault.js';
import { PaymentUnknown } from '../admin.errors.js';
import { DetailsQueries } from './details.queries.js';
import { presentDetails } from './details.presenter.js';

@Injectable()
export class PaymentDetails {
  constructor(
    private readonly queries: DetailsQueries,
    private readonly vault: Vault,
  ) {}

  /** @throws PaymentUnknown */
  async of(publicId: string): Promise<AdminPaymentDetails> {
    const records = PUBLIC_ID.test(publicId) ? await this.queries.find(publicId) : null;
    if (!records) throw new PaymentUnknown();
    return presentDetails(records, shownPan(this.vault, records.payment.panCiphertext));
  }
}
