import { Injectable } from '@nestjs/common';
import { TokenCounterEntity, TokenEntity } from '../../database/entities/token.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { formatTokenNumber, type TokenType } from '../../domain/token-catalogue.js';
import { Clock } from '../../runtime/clock.js';

@Injectable()
export class TokensRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues the type's next number to a payment. Must run inside the unit of work that completes the payment: the counter's
   * row stays locked until it commits, so numbers are unique, increasing, and without gaps after a rollback.
   */
  async issue(paymentId: number, tokenType: TokenType): Promise<string> {
    if (!this.uow.isActive) throw new Error('token numbers are issued inside a unit of work');
    const sequence = await this.nextSequence(tokenType);
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

  private async nextSequence(tokenType: TokenType): Promise<number> {
    const counters = this.uow.manager.getRepository(TokenCounterEntity);
    const { affected } = await counters.increment({ tokenType }, 'lastNumber', 1);
    if (affected !== 1) throw new Error(`no token counter for ${tokenType}`);
    const counter = await counters.findOneByOrFail({ tokenType });
    return counter.lastNumber;
  }
}
