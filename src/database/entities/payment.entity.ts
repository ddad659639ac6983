import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import type { Language } from '../../contracts/words/languages.js';
import { DEFAULT_CATALOGUE_ID } from '../../domain/catalogue/catalogue-rules.js';
import type { PaymentStatus } from '../../domain/payment/payment-status.js';
import type { PaymentType, ReferenceType, TokenType } from '../../domain/payment/token-catalogue.js';
import type { TokenStatus } from '../../domain/payment/token-status.js';
import { DEFAULT_EVENT_ID } from '../../domain/projects/event-rules.js';
import { DEFAULT_PROJECT_ID } from '../../domain/projects/project-rules.js';
import { integer, flag, instant, binaryKey, money, text } from '../columns.js';
import { CustomerEntity } from './customer.entity.js';
import { UserEntity } from './user.entity.js';

/** A sale with its payment link. It has many attempts at the bank, at most one of them open. */
@Entity('payments')
@Index('uq_payments_public_id', ['publicId'], { unique: true })
@Index('uq_payments_token_number', ['tokenNumber'], { unique: true })
@Index('uq_payments_replaces', ['replacesId'], { unique: true })
@Index('ix_payments_created', ['createdAt', 'id'])
@Index('ix_payments_status', ['status', 'createdAt', 'id'])
@Index('ix_payments_type', ['tokenType', 'status', 'createdAt', 'id'])
@Index('ix_payments_manager', ['salesManagerId', 'createdAt', 'id'])
@Index('ix_payments_type_date', ['tokenType', 'createdAt', 'id'])
@Index('ix_payments_manager_status', ['salesManagerId', 'status', 'createdAt', 'id'])
@Index('ix_payments_manager_type_date', ['salesManagerId', 'tokenType', 'createdAt', 'id'])
@Index('ix_payments_manager_type_status', ['salesManagerId', 'tokenType', 'status', 'createdAt', 'id'])
@Index('ix_payments_amount', ['amount', 'createdAt', 'id'])
@Index('ix_payments_status_amount', ['status', 'amount', 'createdAt', 'id'])
@Index('ix_payments_type_amount', ['tokenType', 'amount', 'createdAt', 'id'])
@Index('ix_payments_type_status_amount', ['tokenType', 'status', 'amount', 'createdAt', 'id'])
@Index('ix_payments_review', ['reviewReason', 'createdAt', 'id'])
@Index('ix_payments_customer', ['customerId', 'createdAt', 'id'])
@Index('ix_payments_expiry', ['status', 'expiresAt'])
@Index('ix_payments_project', ['projectId', 'createdAt', 'id', 'status', 'tokenType', 'customerId'])
@Index('ix_payments_project_manager', ['projectId', 'salesManagerId', 'createdAt', 'id'])
@Index('ix_payments_event', ['eventId', 'createdAt', 'id'])
@Index('ix_payments_paid', ['paidAt', 'salesManagerId', 'status', 'amount', 'refundedAmount'])
@Check('chk_payments_amount', 'amount >= 1')
@Check('chk_payments_token_type', "token_type in ('gold', 'silver', 'platinum')")
@Check('chk_payments_type', "payment_type in ('initial', 'upgrade', 'installment')")
@Check('chk_payments_status', "status in ('pending', 'initiated', 'completed', 'failed', 'cancelled', 'refunded')")
@Check(
  'chk_payments_refund',
  'refunded_amount >= 0 and refunded_amount <= refund_reserved and refund_reserved <= amount',
)
@Check('chk_payments_refunded', "status <> 'refunded' or refunded_amount = amount")
@Check(
  'chk_payments_paid',
  "status not in ('completed', 'refunded') or (paid_at is not null and token_number is not null)",
)
export class PaymentEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** The public payment id: unguessable, 130 bits. */
  @Column(binaryKey(26))
  publicId: string;

  @Column(integer())
  customerId: number;

  @ManyToOne(() => CustomerEntity)
  @JoinColumn({ name: 'customer_id', foreignKeyConstraintName: 'fk_payments_customer' })
  customer?: Relation<CustomerEntity>;

  @Column(integer())
  salesManagerId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'sales_manager_id', foreignKeyConstraintName: 'fk_payments_sales_manager' })
  salesManager?: Relation<UserEntity>;

  /** The medal of its tier. */
  @Column(binaryKey(10))
  tokenType: TokenType;

  @Column(binaryKey(12))
  paymentType: PaymentType;

  /** Paise; the catalogue price at creation, never changed. */
  @Column(money())
  amount: number;

  @Column(binaryKey(10))
  status: PaymentStatus;

  /** Why the payment is failed or cancelled, e.g. `link_expired`. */
  @Column(binaryKey(40, { nullable: true }))
  statusReason: string | null;

  @Column(integer({ default: 0 }))
  version: number;

  /** Paise of completed refunds. */
  @Column(money({ default: 0 }))
  refundedAmount: number;

  /** Paise of all refunds that are not rejected, completed ones included. */
  @Column(money({ default: 0 }))
  refundReserved: number;

  @Column(binaryKey(12, { nullable: true }))
  tokenNumber: string | null;

  /** The token of `tokenNumber`: one (`uq_tokens_payment`), none before completion. Named, since its entity imports this one. */
  @OneToMany('TokenEntity', 'payment')
  tokens?: { status: TokenStatus }[];

  @Column(binaryKey(12, { nullable: true }))
  originalTokenNumber: string | null;

  @Column(binaryKey(10, { nullable: true }))
  upgradeFrom: TokenType | null;

  @Column(binaryKey(10, { nullable: true }))
  upgradeTo: TokenType | null;

  @Column(binaryKey(16))
  referenceType: ReferenceType;

  @Column(text(120, { nullable: true }))
  brokerName: string | null;

  /** PAN, AES-256-GCM, with the key's version in front. */
  @Column(binaryKey(255, { nullable: true }))
  panCiphertext: string | null;

  @Column(binaryKey(20))
  gateway: string;

  @Column(instant())
  expiresAt: Date;

  @Column(instant({ nullable: true }))
  openedAt: Date | null;

  @Column(instant({ nullable: true }))
  initiatedAt: Date | null;

  @Column(instant({ nullable: true }))
  paidAt: Date | null;

  /** Captured after the payment had failed, been cancelled or expired. */
  @Column(flag())
  late: boolean;

  /** Reason of the oldest open review: `amount_mismatch`, `excess_capture`, `bank_reversal` … */
  @Column(binaryKey(40, { nullable: true }))
  reviewReason: string | null;

  /** Language of the customer's pages when Pay was last pressed; null: the first language, or not pressed yet. */
  @Column(binaryKey(8, { nullable: true }))
  language: Language | null;

  /** The payment whose link this one replaces, for a corrected contact. */
  @Column(integer({ nullable: true }))
  replacesId: number | null;

  /** Why this link was created beside an open one for the same person and tier. */
  @Column(text(200, { nullable: true }))
  duplicateReason: string | null;

  /** Number of mails of the link, and the time of the last. */
  @Column(integer({ default: 0 }))
  linkMailCount: number;

  @Column(instant({ nullable: true }))
  linkMailSentAt: Date | null;

  /** The project it is sold under. No foreign key: the column was added to a large table at once, with the default project. */
  @Column(integer({ default: DEFAULT_PROJECT_ID }))
  projectId: number;

  /** The event it was sold in, of the same project; no foreign key, as above. */
  @Column(integer({ default: DEFAULT_EVENT_ID }))
  eventId: number;
  /** The version of the catalogue under which its link was made. No foreign key: as the project. */
  @Column(integer({ default: DEFAULT_CATALOGUE_ID }))
  catalogueVersionId: number;

  /** Code of its tier in that version; null: it equals the medal (`tierCodeOf`). */
  @Column(binaryKey(10, { nullable: true }))
  tierCode: string | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
