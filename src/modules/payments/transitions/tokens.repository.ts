import { Injectable } from '@nestjs/common';
import { TokenEntity } from '../../../database/entities/token.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { formatTokenNumber, type TokenType } from '../../../domain/payment/token-catalogue.js';
import { Clock } from '../../../runtime/clock.js';
import { nextNumber } from './number-series.repository.js';

@Injectable()
export class TokensRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Issues the tier's next token number. Must run in the unit of work that completes the payment. */
  async issue(paymentId: number, tokenType: TokenType): Promise<string> {
    const sequence = await nextNumber(this.uow, tokenType);
    const tokenNumber = formatTokenNumber(tokenType, sequence);
    const issuedAt = this.clock.now();
    await this.uow.manager
      .getRepository(TokenEntity)
      .insert({ tokenNumber, tokenType, sequence, paymentId, status: 'active', issuedAt });
    return tokenNumber;
  }

  /** A token that was upgraded or refunded keeps its number. */
  async setStatus(paymentId: number, status: TokenEntity['status']): Promise<void> {
    await this.uow.manager.getRepository(TokenEntity).update({ paymentId }, { status });
  }
}
