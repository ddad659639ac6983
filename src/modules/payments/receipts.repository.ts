import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { ReceiptEntity } from '../../database/entities/receipt.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { formatReceiptNumber } from '../../domain/receipt-number.js';
import { Clock } from '../../runtime/clock.js';
import { nextNumber } from './number-series.js';

@Injectable()
export class ReceiptsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues the next receipt number to a payment. Must run inside the unit of work that completes the payment, after its token
   * number, so that all units take the counters' locks in one order.
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
