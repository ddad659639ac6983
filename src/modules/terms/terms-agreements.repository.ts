import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { TermsAgreementEntity } from '../../database/entities/terms-agreement.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';

type NewAgreement = Omit<TermsAgreementEntity, 'id' | 'payment' | 'termsVersion'>;

/** The only writer of `terms_agreements`, but for the erasure of addresses. */
@Injectable()
export class TermsAgreementsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(agreement: NewAgreement): Promise<void> {
    await this.repository.insert(agreement);
  }

  /** The last agreement of a payment up to a moment, with its version; null without one. */
  findLast(paymentId: number, until: Date): Promise<TermsAgreementEntity | null> {
    return this.repository.findOne({
      where: { paymentId, agreedAt: LessThanOrEqual(until) },
      relations: { termsVersion: true },
      order: { id: 'DESC' },
    });
  }

  private get repository() {
    return this.uow.manager.getRepository(TermsAgreementEntity);
  }
}
