import { Injectable } from '@nestjs/common';
import { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { TOKEN_NUMBER, type TokenType } from '../../../domain/payment/token-catalogue.js';
import { Refusal } from '../../../runtime/refusal.js';
import type { PaymentScope } from '../../payment-lists/index.js';
import { paymentsWithin } from '../payments.queries.js';
import { tokenStatusOf } from '../token-status.js';

/** A token's payments: its sale and its upgrades, each with its customer and its token loaded. */
export interface TokenLine {
  /** The sale. */
  root: PaymentEntity;
  /** The sale first, then its upgrades, oldest first. */
  payments: PaymentEntity[];
}

/** The tier of the active token; that of the sale when no token of the line is active. */
export function currentTokenTypeOf({ root, payments }: TokenLine): TokenType {
  const active = payments.filter((payment) => tokenStatusOf(payment) === 'active');
  return (active.at(-1) ?? root).tokenType;
}

@Injectable()
export class PaymentHistoryQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Finds the line by the token number of the sale or of an upgrade.
   * @param scope the payments that may be seen
   * @throws PAYMENT_NOT_FOUND for an unknown number and for one out of the scope alike
   */
  async getLine(tokenNumber: string, scope: PaymentScope): Promise<TokenLine> {
    const number = tokenNumber.toUpperCase();
    if (!TOKEN_NUMBER.test(number)) throw new Refusal('PAYMENT_NOT_FOUND');
    const named = await this.getByNumber(number, scope);
    const root = named.originalTokenNumber ? await this.getByNumber(named.originalTokenNumber, scope) : named;
    return this.lineOf(root);
  }

  async lineOf(sale: PaymentEntity): Promise<TokenLine> {
    // The customer id leads the index; an upgrade has the customer of its sale.
    const { id, customerId, tokenNumber } = sale;
    const payments = await this.uow.manager.getRepository(PaymentEntity).find({
      where: [{ customerId, id }, ...(tokenNumber === null ? [] : [{ customerId, originalTokenNumber: tokenNumber }])],
      relations: { customer: true, tokens: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    const root = payments.find((payment) => payment.id === id) ?? sale;
    return { root, payments: [root, ...payments.filter((payment) => payment.id !== id)] };
  }

  private async getByNumber(tokenNumber: string, scope: PaymentScope): Promise<PaymentEntity> {
    const payment = await this.uow.manager
      .getRepository(PaymentEntity)
      .findOneBy({ tokenNumber, ...paymentsWithin(scope) });
    if (!payment) throw new Refusal('PAYMENT_NOT_FOUND');
    return payment;
  }
}
