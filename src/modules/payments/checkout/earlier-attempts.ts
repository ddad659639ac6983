import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { StatusChecker } from '../status-checks/status-checker.service.js';
import { BankPages } from './bank-pages.service.js';

/** What may have been paid before this press of Pay. */
@Injectable()
export class EarlierAttempts {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly checker: StatusChecker,
    private readonly pages: BankPages,
  ) {}

  /** A customer who was at the bank before, on a replaced invoice too, may have paid there: STATUS is asked first. */
  async refuseIfPaid(payment: PaymentEntity): Promise<void> {
    const attempt = await this.attempts.findUnanswered(payment.id);
    if (!attempt) return;
    await this.checker.checkAttempt(attempt.id, 'customer');
    await this.pages.requirePayable(payment);
  }
}
