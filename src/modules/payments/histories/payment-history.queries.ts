import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { TokenEntity } from '../../../database/entities/token.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { TOKEN_NUMBER, type TokenType } from '../../../domain/payment/token-catalogue.js';
import { Refusal } from '../../../runtime/refusal.js';
import type { PaymentScope } from '../../payment-lists/index.js';
import { paymentsWithin } from '../payments.queries.js';

/** A token's payments: its sale and its upgrades. */
export interface TokenLine {
  /** The sale, with its customer loaded. */
  root: PaymentEntity;
  /** The sale first, then its upgrades, oldest first. */
  payments: PaymentEntity[];
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

  /** @param root with its customer loaded */
  async lineOf(root: PaymentEntity): Promise<TokenLine> {
    if (root.tokenNumber === null) return { root, payments: [root] };
    const upgrades = await this.uow.manager.getRepository(PaymentEntity).find({
      // The customer id leads the index; an upgrade has the customer of its sale.
      where: { customerId: root.customerId, originalTokenNumber: root.tokenNumber },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return { root, payments: [root, ...upgrades] };
  }

  /** The tier of the active token; that of the sale when no token of the line is active. */
  async currentTokenType({ root, payments }: TokenLine): Promise<TokenType> {
    const ids = payments.map(({ id }) => id);
    const valid = await this.uow.manager.getRepository(TokenEntity).find({
      where: { paymentId: In(ids), status: 'active' },
      order: { id: 'DESC' },
      take: 1,
    });
    return valid[0]?.tokenType ?? root.tokenType;
  }

  private async getByNumber(tokenNumber: string, scope: PaymentScope): Promise<PaymentEntity> {
    const payment = await this.uow.manager.getRepository(PaymentEntity).findOne({
      where: { tokenNumber, ...paymentsWithin(scope) },
      relations: { customer: true },
    });
    if (!payment) throw new Refusal('PAYMENT_NOT_FOUND');
    return payment;
  }
}
