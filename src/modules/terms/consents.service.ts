import { Injectable } from '@nestjs/common';
import type { ReceiptTerms } from '../../contracts/projects.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { ReceiptEntity } from '../../database/entities/receipt.entity.js';
import type { TermsVersionEntity } from '../../database/entities/terms-version.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { istDayOf } from '../../domain/calendar/ist-day.js';
import { type Consent, judgeConsent, type TermsInForce, type TermsLanguage } from '../../domain/terms/terms-rules.js';
import { Clock } from '../../runtime/clock.js';
import { Refusal } from '../../runtime/refusal.js';
import { requestContext } from '../../runtime/request-context.js';
import { TermsAgreementsRepository } from './terms-agreements.repository.js';
import { TermsVersionsRepository } from './terms-versions.repository.js';

export interface GivenConsent extends Consent {
  /** Language of the request. */
  spoken: TermsLanguage;
}

/** An agreement that is not stored yet. */
interface Agreed {
  versionId: number;
  language: TermsLanguage;
  at: Date;
}

/** Whether the customer has agreed to the terms in force, and the record of it. */
@Injectable()
export class Consents {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly versions: TermsVersionsRepository,
    private readonly agreements: TermsAgreementsRepository,
  ) {}

  /**
   * Decides by what is in force at this moment.
   * @returns what is to be recorded; null where no agreement is needed
   * @throws TERMS_REQUIRED, TERMS_CHANGED
   */
  async require({ projectId }: Pick<PaymentEntity, 'projectId'>, consent: GivenConsent): Promise<Agreed | null> {
    const at = this.clock.now();
    const version = await this.versions.inForce(projectId, istDayOf(at));
    const verdict = judgeConsent(version && termsOf(version), consent, consent.spoken);
    if (verdict.kind === 'missing') throw new Refusal('TERMS_REQUIRED');
    if (verdict.kind === 'stale') throw new Refusal('TERMS_CHANGED');
    return verdict.kind === 'agreed' ? { versionId: verdict.versionId, language: verdict.language, at } : null;
  }

  /** It is committed when this resolves: call it before the bank is asked, outside of any unit of work. */
  async record({ id: paymentId }: Pick<PaymentEntity, 'id'>, agreed: Agreed): Promise<void> {
    const context = requestContext();
    await this.uow.run(() =>
      this.agreements.insert({
        paymentId,
        termsVersionId: agreed.versionId,
        language: agreed.language,
        ip: context?.ip?.slice(0, 45) ?? null,
        agreedAt: agreed.at,
        requestId: context?.requestId.slice(0, 64) ?? null,
      }),
    );
  }

  /** The agreement under which a completed payment was made; null without one. */
  async ofReceipt({
    paymentId,
    issuedAt,
  }: Pick<ReceiptEntity, 'paymentId' | 'issuedAt'>): Promise<ReceiptTerms | null> {
    const agreement = await this.agreements.findLast(paymentId, issuedAt);
    if (!agreement?.termsVersion) return null;
    const { language, agreedAt, termsVersion } = agreement;
    return { version: termsVersion.number, language, agreedAt: agreedAt.toISOString() };
  }
}

function termsOf({ id, number, bodyHi }: TermsVersionEntity): TermsInForce {
  return { id, number, languages: bodyHi === null ? ['en'] : ['en', 'hi'] };
}
