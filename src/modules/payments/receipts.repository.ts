import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { ReceiptEntity } from '../../database/entities/receipt.entity.js';
import { TokenCounterEntity } from '../../database/entities/token.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { formatReceiptNumber } from '../../domain/receipt-number.js';
import { Clock } from '../../runtime/clock.js';

const SERIES = { tokenType: 'receipt' } as const;

@Injectable()
export class ReceiptsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues the next receipt number to a payment. Must run inside the unit of work that completes the payment, after its token
   * number, so that all units take the counters' locks in one order; a rollback gives the number back.
   */
  async issue(payment: Pick<PaymentEntity, 'id' | 'amount'>): Promise<string> {
    if (!this.uow.isActive) throw new Error('receipt numbers are issued inside a unit of work');
    const sequence = await this.nextSequence();
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

  private async nextSequence(): Promise<number> {
    const counters = this.uow.manager.getRepository(TokenCounterEntity);
    const { affected } = await counters.increment(SERIES, 'lastNumber', 1);
    if (affected !== 1) throw new Error('no counter for receipts');
    return (await counters.findOneByOrFail(SERIES)).lastNumber;
  }
}
