import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { ReceiptEntity } from '../../../database/entities/receipt.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { Clock } from '../../../runtime/clock.js';
import { nextNumber } from './number-series.repository.js';

/** `RC-000001`, one series for all payments; numbers above 999999 simply grow longer. */
function formatReceiptNumber(sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new RangeError(`not a receipt sequence: ${sequence}`);
  return `RC-${String(sequence).padStart(6, '0')}`;
}

@Injectable()
export class ReceiptsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues the next receipt number. Must run in the unit of work that completes the payment, after the token number: one lock
   * order for the counters.
   */
  async issue(payment: Pick<PaymentEntity, 'id' | 'amount'>): Promise<string> {
    const sequence = await nextNumber(this.uow, 'receipt');
    const receiptNumber = formatReceiptNumber(sequence);
    await this.uow.manager.getRepository(ReceiptEntity).insert({
      receiptNumber,
      sequence,
      paymentId: payment.id,
      amount: payment.amount,
      issuedAt: this.clock.now(),
    });
    return receiptNumber;
  }
}
