import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { AuditService } from '../../database/audit.js';
import type { CustomerEntity } from '../../database/entities/customer.entity.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { linkExpiry } from '../../domain/link-expiry.js';
import { normalisePhone } from '../../domain/phone.js';
import { priceOf, type ReferenceType, type TokenType } from '../../domain/token-catalogue.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import { Vault } from '../../runtime/vault.js';
import { CustomersRepository } from '../customers/index.js';
import type { InvoiceResult } from '../gateway/index.js';
import { AttemptOpener } from './attempt-opener.service.js';
import { AmountDiffersFromPrice } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';

export interface LinkOrder {
  salesManagerId: number;
  /** Paise, as the client claims it; the catalogue decides. */
  amount: number;
  tokenType: TokenType;
  referenceType: ReferenceType;
  brokerName: string | null;
  panCard: string | null;
  customer: { name: string; email: string; phone: string | null };
}

export interface CreatedLink {
  payment: PaymentEntity;
  customer: CustomerEntity;
  attempt: PaymentAttemptEntity;
  /** Null: the bank has not answered within the time that staff wait; its answer is stored when it comes. */
  answer: InvoiceResult | null;
}

/** Staff wait this long for the bank's page; the link works without it. */
const PATIENCE_MS = 8000;

@Injectable()
export class CreateLinkService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly customers: CustomersRepository,
    private readonly payments: PaymentsRepository,
    private readonly opener: AttemptOpener,
    private readonly audit: AuditService,
    private readonly vault: Vault,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The link exists once this resolves, whatever the bank said. @throws AmountDiffersFromPrice */
  async create(order: LinkOrder): Promise<CreatedLink> {
    const price = priceOf(order.tokenType);
    if (order.amount !== price) throw new AmountDiffersFromPrice();
    const made = await this.uow.run(() => this.writeDown(order, price));
    const asked = this.opener.askBank(made.payment, made.attempt, 'staff');
    const opened = await within(asked, PATIENCE_MS);
    return { ...made, attempt: opened?.attempt ?? made.attempt, answer: opened?.answer ?? null };
  }

  private async writeDown(order: LinkOrder, price: number) {
    const now = this.clock.now();
    const customer = await this.customers.findOrCreate({
      salesManagerId: order.salesManagerId,
      name: order.customer.name,
      email: order.customer.email,
      phone: order.customer.phone ? normalisePhone(order.customer.phone) : null,
    });
    const publicId = newPublicId();
    const id = await this.payments.insert({
      publicId,
      customerId: customer.id,
      salesManagerId: order.salesManagerId,
      tokenType: order.tokenType,
      paymentType: 'initial',
      amount: price,
      status: 'pending',
      referenceType: order.referenceType,
      brokerName: order.brokerName,
      panCiphertext: order.panCard ? this.vault.seal(order.panCard) : null,
      gateway: 'icici',
      expiresAt: linkExpiry(now, this.settings.linkTtlHours),
      createdAt: now,
      updatedAt: now,
    });
    const payment = await this.payments.findById(id);
    const attempt = payment && (await this.opener.intend(payment));
    if (!payment || !attempt) throw new Error('a new payment could not be given its first attempt');
    await this.payments.addEvent({ paymentId: id, type: 'created', source: 'staff', to: 'pending' });
    await this.audit.write({
      actorKind: 'staff',
      action: 'payment.created',
      subjectType: 'payment',
      subjectId: publicId,
      toValue: 'pending',
    });
    return { payment, customer, attempt };
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
    // The answer may still come after the wait; a failure to store it is the poll job's to repair.
    work.catch(() => undefined);
  }
}
