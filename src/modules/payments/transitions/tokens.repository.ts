import { Injectable } from '@nestjs/common';
import { TokenEntity } from '../../../database/entities/token.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { counterOf, formatSeriesNumber, tierOf } from '../../../domain/catalogue/catalogue-rules.js';
import { tierCodeOf } from '../../../domain/catalogue/tier-code.js';
import type { TokenStatus } from '../../../domain/payment/token-status.js';
import { Clock } from '../../../runtime/clock.js';
import { Catalogues } from '../../catalogue/index.js';
import { nextNumber } from './number-series.repository.js';

@Injectable()
export class TokensRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly catalogues: Catalogues,
  ) {}

  /**
   * Issues the next number of the series that the payment's version of the catalogue names for its tier. Must run in the unit of work that
   * completes the payment.
   */
  async issue(payment: Pick<PaymentEntity, 'id' | 'tokenType' | 'tierCode' | 'catalogueVersionId'>): Promise<string> {
    const { id: paymentId, tokenType } = payment;
    const series = tierOf(await this.catalogues.of(payment), tierCodeOf(payment));
    const sequence = await nextNumber(this.uow, counterOf(series.prefix));
    const tokenNumber = formatSeriesNumber(series, sequence);
    const issuedAt = this.clock.now();
    await this.uow.manager
      .getRepository(TokenEntity)
      .insert({ tokenNumber, tokenType, sequence, paymentId, status: 'active', issuedAt });
    return tokenNumber;
  }

  /** A token that was upgraded or refunded keeps its number. */
  async setStatus(paymentId: number, status: TokenStatus): Promise<void> {
    await this.uow.manager.getRepository(TokenEntity).update({ paymentId }, { status });
  }
}
