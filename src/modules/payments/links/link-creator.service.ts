import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { PaymentType, ReferenceType, TokenType } from '../../../domain/payment/token-catalogue.js';
import { Clock } from '../../../runtime/clock.js';
import { newPublicId } from '../../../runtime/ids.js';
import { LATE, within } from '../../../runtime/time-limit.js';
import { Vault } from '../../../runtime/vault.js';
import type { InvoiceResult } from '../../gateway/index.js';
import { AttemptOpener } from '../checkout/attempt-opener.service.js';
import { LinkLifetimes } from './link-lifetimes.js';
import { PaymentsRepository } from '../payments.repository.js';
import { TransitionEffects } from '../transitions/effects.js';

export interface NewPayment {
  projectId: number;
  /** Of the same project. */
  eventId: number;
  /** The version of the catalogue that the amount and the number series are from. */
  catalogueVersionId: number;
  customerId: number;
  salesManagerId: number;
  /** The medal of the tier. */
  tokenType: TokenType;
  /** Code of the tier in that version; null: it equals the medal. */
  tierCode: string | null;
  paymentType: PaymentType;
  /** Paise, from the catalogue; frozen on the payment. */
  amount: number;
  referenceType: ReferenceType;
  brokerName: string | null;
  panCard: string | null;
  /** Its medals, and the token that it upgrades. */
  upgrade?: { from: TokenType; to: TokenType; originalTokenNumber: string };
  /** Default: `LINK_TTL_HOURS` from now. */
  expiresAt?: Date;
  /** The payment whose link this one replaces. */
  replacesId?: number;
  /** Why it is created beside an open link for the same person and tier. */
  duplicateReason?: string | null;
  /** It takes over the unit that the payment which it replaces has given back in the same unit of work. */
  keepsUnit?: boolean;
  /** For the audit log. */
  auditReason?: string | null;
}

export interface CreatedLinkRows {
  payment: PaymentEntity;
  attempt: PaymentAttemptEntity;
}

export interface RequestedLink {
  attempt: PaymentAttemptEntity;
  /** Null: no answer within the time that staff wait; it is stored when it comes. */
  answer: InvoiceResult | null;
}

/** Staff wait this long for the bank's page; the link works without it. */
const PATIENCE_MS = 8000;

/** Creates payment links, for sales and upgrades. */
@Injectable()
export class LinkCreator {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly opener: AttemptOpener,
    private readonly effects: TransitionEffects,
    private readonly vault: Vault,
    private readonly lifetimes: LinkLifetimes,
  ) {}

  /** Stores the payment and its first attempt in the current unit of work; the bank is not asked yet. @throws QUOTA_SOLD_OUT */
  make(order: NewPayment): Promise<CreatedLinkRows> {
    return this.uow.run(async () => {
      const now = this.clock.now();
      const publicId = newPublicId();
      const { panCard, upgrade, keepsUnit, auditReason, ...row } = order;
      const id = await this.payments.insert({
        ...row,
        publicId,
        status: 'pending',
        panCiphertext: panCard ? this.vault.seal(panCard) : null,
        originalTokenNumber: upgrade?.originalTokenNumber ?? null,
        upgradeFrom: upgrade?.from ?? null,
        upgradeTo: upgrade?.to ?? null,
        gateway: 'icici',
        expiresAt: order.expiresAt ?? this.lifetimes.expiry(undefined),
        createdAt: now,
        updatedAt: now,
      });
      const payment = await this.payments.findById(id);
      const attempt = payment && (await this.opener.intend(payment));
      if (!payment || !attempt) throw new Error('a new payment could not be given its first attempt');
      await this.payments.addEvent({ paymentId: id, type: 'created', source: 'staff', to: 'pending' });
      await this.effects.afterCreation(payment, { keepsUnit, auditReason });
      return { payment, attempt };
    });
  }

  /** As `make`: the same sale for another customer. @param keepsUnit the old one held a unit of a limited tier until now */
  makeReplacement(old: PaymentEntity, customerId: number, keepsUnit: boolean): Promise<CreatedLinkRows> {
    const { salesManagerId, tokenType, tierCode, paymentType, amount, referenceType, brokerName, duplicateReason } =
      old;
    return this.make({
      projectId: old.projectId,
      eventId: old.eventId,
      catalogueVersionId: old.catalogueVersionId,
      customerId,
      salesManagerId,
      tokenType,
      tierCode,
      paymentType,
      amount,
      referenceType,
      brokerName,
      duplicateReason,
      panCard: old.panCiphertext ? this.vault.open(old.panCiphertext) : null,
      expiresAt: this.lifetimes.replacing(old.expiresAt),
      replacesId: old.id,
      keepsUnit,
      auditReason: `replaces ${old.publicId}`,
    });
  }

  /** Asks the bank for the payment page, outside of any unit of work. The link works whatever the answer. */
  async askBank(made: CreatedLinkRows): Promise<RequestedLink> {
    // The answer may come after the wait; if storing it fails, the poll job repairs it.
    const opened = await within(PATIENCE_MS, this.opener.askBank(made.payment, made.attempt, 'staff'));
    return opened === LATE ? { attempt: made.attempt, answer: null } : opened;
  }
}
