import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { TermsLanguage } from '../../domain/terms/terms-rules.js';
import { binaryKey, instant, integer } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';
import { TermsVersionEntity } from './terms-version.entity.js';

/** A customer agreed to terms by pressing Pay; one row for each press. Append-only, but for the address that an erasure takes out. */
@Entity('terms_agreements')
@Index('ix_terms_agreements_payment', ['paymentId', 'id'])
export class TermsAgreementEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(integer())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_terms_agreements_payment' })
  payment?: Relation<PaymentEntity>;

  @Column(integer())
  termsVersionId: number;

  @ManyToOne(() => TermsVersionEntity)
  @JoinColumn({ name: 'terms_version_id', foreignKeyConstraintName: 'fk_terms_agreements_version' })
  termsVersion?: Relation<TermsVersionEntity>;

  /** Language of the text that was shown. */
  @Column(binaryKey(2))
  language: TermsLanguage;

  /** Network address of the customer; null when unknown, and after an erasure. */
  @Column(binaryKey(45, { nullable: true }))
  ip: string | null;

  @Column(instant())
  agreedAt: Date;

  @Column(binaryKey(64, { nullable: true }))
  requestId: string | null;
}
