import { Injectable } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import type { CancelLinkData, CorrectContactData } from '../../contracts/links.js';
import { MESSAGES } from '../../contracts/messages.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { caredLinkOf } from '../../database/payment-rows.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { emailKey } from '../../domain/email.js';
import { denyCancel, denyCorrection, type LinkDenial, type Withdrawal } from '../../domain/link-care.js';
import type { Refusal } from '../../domain/errors.js';
import { isPaid } from '../../domain/payment-status.js';
import { normalisePhone } from '../../domain/phone.js';
import { IdempotencyService, type Principal } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { Vault } from '../../runtime/vault.js';
import { CustomersRepository } from '../customers/index.js';
import { AttemptsRepository } from './attempts.repository.js';
import type { CreatedLink } from './create-link.service.js';
import { LinkAnswers } from './link-answers.js';
import { LinkLifetimes } from './link-lifetimes.js';
import { LinkMaker } from './link-maker.service.js';
import { BankNotClear, ContactUnchanged, MoneyArrived, refusalOf } from './link.errors.js';
import type { CorrectContactDto } from './links.dto.js';
import { OpenLinks, personOf } from './open-links.service.js';
import { PaymentTransitions } from './payment-transitions.js';
import { presentCheck } from './payment.presenter.js';
import { showsNoMoney } from './check-rules.js';
import { StatusChecker } from './status-checker.service.js';
import { PaymentsQueries } from './payments.queries.js';
import { PaymentsRepository } from './payments.repository.js';

interface Contact {
  name: string;
  email: string;
  /** `+91…` */
  phone: string | null;
}

/** Takes links back, and gives a sale to a misspelt address another link. */
@Injectable()
export class LinkCare {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly queries: PaymentsQueries,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly transitions: PaymentTransitions,
    private readonly customers: CustomersRepository,
    private readonly openLinks: OpenLinks,
    private readonly checker: StatusChecker,
    private readonly links: LinkMaker,
    private readonly lifetimes: LinkLifetimes,
    private readonly answers: LinkAnswers,
    private readonly idempotency: IdempotencyService,
    private readonly vault: Vault,
  ) {}

  /**
   * A link that its customer has opened at the bank is cancelled once the bank answers that no money is under way. What
   * still arrives is recorded like any late money.
   * @throws BankNotClear, MoneyArrived, a refusal by the rules of domain/link-care
   */
  async cancel(user: Principal, publicId: string, note: string | undefined): Promise<ApiSuccess<CancelLinkData>> {
    const { id } = await this.own(user, publicId);
    const unpaidAt = await this.askIfAtBank(id);
    await this.uow.run(() => this.withdraw(id, 'cancelled_by_staff', note || null, unpaidAt));
    const payment = await this.own(user, publicId);
    return {
      success: true,
      data: presentCheck(payment),
      message: MESSAGES.link.cancelled(payment.customer?.name ?? ''),
    };
  }

  /** @throws ContactUnchanged, a refusal by the rules of domain/link-care */
  correct(user: Principal, publicId: string, body: CorrectContactDto, key: string | undefined) {
    const call = {
      caller: `user:${user.userId}`,
      operation: 'correct-contact',
      key,
      body: { ...body, paymentId: publicId },
    };
    return this.idempotency.run(call, async (promise) => {
      const old = await this.own(user, publicId);
      const answerOf = async (made: CreatedLink) => {
        const data: CorrectContactData = {
          ...(await this.answers.created(made, user)),
          replacedPaymentId: old.publicId,
        };
        return {
          status: 201,
          body: { success: true, data, message: data.warning ?? MESSAGES.link.corrected(made.customer.name) },
        };
      };
      const made = await this.uow.run(async () => {
        const created = await this.replace(old, contactOf(body, old));
        await promise(await answerOf(created));
        return created;
      });
      return answerOf({ ...made, ...(await this.links.askBank(made)) });
    });
  }

  /** Old link gone and new link there, or neither. */
  private async replace(old: PaymentEntity, contact: Contact): Promise<CreatedLink> {
    const { tokenType, salesManagerId } = old;
    const person = personOf(contact.email, contact.phone);
    await this.openLinks.hold(tokenType, person);
    await this.withdraw(old.id, 'contact_corrected', null);
    if (isSame(contact, old)) throw new ContactUnchanged();
    const others = await this.openLinks.find(tokenType, person);
    const heldTokens = await this.openLinks.findHeldTokens(person);
    const customer = await this.customers.findOrCreateWithPhone({ salesManagerId, ...contact });
    const made = await this.links.make({
      customerId: customer.id,
      salesManagerId,
      tokenType,
      paymentType: old.paymentType,
      amount: old.amount,
      referenceType: old.referenceType,
      brokerName: old.brokerName,
      duplicateReason: old.duplicateReason,
      panCard: old.panCiphertext ? this.vault.open(old.panCiphertext) : null,
      expiresAt: this.lifetimes.replacing(old.expiresAt),
      replacesId: old.id,
      auditReason: `replaces ${old.publicId}`,
    });
    return { ...made, customer, others, heldTokens, answer: null };
  }

  /** Outside of any unit of work. @returns when the bank was asked and had no money; null when the customer is not there */
  private async askIfAtBank(paymentId: number): Promise<Date | null> {
    const payment = await this.payments.findById(paymentId);
    const open = await this.attempts.findOpen(paymentId);
    if (!payment) throw new Error(`payment row ${paymentId} does not exist`);
    const link = caredLinkOf({ payment, hasSentAttempt: (open?.sentAt ?? null) !== null });
    const askedAt = this.clock.now();
    if (denyCancel(link, askedAt) !== 'at_bank') return null;
    const attempt = open ?? (await this.attempts.findUnanswered(paymentId));
    const answer = attempt && (await this.checker.answerAbout(attempt.id, 'staff', askedAt));
    if (attempt && answer?.kind === 'paid') throw await this.arrived(paymentId);
    if (attempt && !(answer && showsNoMoney(answer))) throw new BankNotClear(answer?.kind === 'pending');
    return askedAt;
  }

  private async arrived(paymentId: number): Promise<Refusal> {
    const payment = await this.payments.findById(paymentId);
    return payment && isPaid(payment.status) ? refusalOf('paid') : new MoneyArrived();
  }

  /**
   * Inside a unit of work. Judged twice: for a clear answer now, and once more when the row is won.
   * @param unpaidAt when the bank was asked and had no money; null when it was not asked
   */
  private async withdraw(
    paymentId: number,
    reason: Withdrawal,
    note: string | null,
    unpaidAt: Date | null = null,
  ): Promise<void> {
    const payment = await this.payments.findById(paymentId);
    const attempt = await this.attempts.findOpen(paymentId);
    if (!payment) throw new Error(`payment row ${paymentId} does not exist`);
    const hasSentAttempt = (attempt?.sentAt ?? null) !== null;
    const link = { ...caredLinkOf({ payment, hasSentAttempt }), isUnpaidAtBank: unpaidAt !== null };
    const denial = reason === 'contact_corrected' ? denyCorrection(link) : denyCancel(link, this.clock.now());
    if (denial !== null) throw refusalOf(denial);
    const evidence = { kind: 'link-cancelled', reason, note, unpaidAt } as const;
    const { decision } = await this.transitions.apply(paymentId, attempt?.id ?? null, evidence, 'staff');
    if (decision.verdict !== 'moved')
      throw refusalOf(LOST_RACES[decision.verdict === 'ignored' ? decision.reason : ''] ?? 'paid');
  }

  private own(user: Principal, publicId: string): Promise<PaymentEntity> {
    return this.queries.get(publicId, user.role === 'admin' ? null : user.userId);
  }
}

/** What the row was when it was won, where that differs from what was read. */
const LOST_RACES: Readonly<Record<string, LinkDenial>> = {
  at_bank: 'at_bank',
  already_closed: 'already_cancelled',
  already_paid: 'paid',
};

function contactOf(body: CorrectContactDto, old: PaymentEntity): Contact {
  return {
    name: body.name.replace(/\s+/g, ' '),
    email: body.email,
    phone: normalisePhone(body.phone ?? old.customer?.phone ?? ''),
  };
}

function isSame(contact: Contact, { customer }: PaymentEntity): boolean {
  return (
    customer?.name === contact.name &&
    emailKey(customer.email) === emailKey(contact.email) &&
    customer.phone === contact.phone
  );
}
