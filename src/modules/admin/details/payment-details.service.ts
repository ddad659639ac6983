import { Injectable } from '@nestjs/common';
import type { AdminPaymentDetails } from '../../../contracts/admin-details.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { maskSealedPan } from '../../../runtime/sealed-pan.js';
import { Vault } from '../../../runtime/vault.js';
import { DetailsQueries } from './details.queries.js';
import { presentDetails } from './details.presenter.js';
import { Refusal } from '../../../runtime/refusal.js';

@Injectable()
export class PaymentDetails {
  constructor(
    private readonly queries: DetailsQueries,
    private readonly vault: Vault,
  ) {}

  /** @throws PAYMENT_NOT_FOUND */
  async of(publicId: string): Promise<AdminPaymentDetails> {
    const records = PUBLIC_ID.test(publicId) ? await this.queries.find(publicId) : null;
    if (!records) throw new Refusal('PAYMENT_NOT_FOUND');
    return presentDetails(records, maskSealedPan(this.vault, records.payment.panCiphertext));
  }
}
