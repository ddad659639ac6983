import { Injectable } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { CancelLinkData, CorrectContactData } from '../../../contracts/links.js';
import { MESSAGES } from '../../../contracts/messages.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { caredLinkOf } from '../../payment-lists/index.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { emailKey } from '../../../domain/people/email.js';
import { cancelDenial, correctionDenial, type LinkDenial, type Withdrawal } from '../../../domain/payment/link-care.js';
import { Refusal } from '../../../runtime/refusal.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import { normalisePhone } from '../../../domain/people/phone.js';
import type { AnswerStore, Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { Vault } from '../../../runtime/vault.js';
import { CustomersRepository } from '../../customers/index.js';
import { AttemptsRepository } from '../attempts.repository.js';
import type { CreatedLink } from './create-link.service.js';
import { CreatedLinkPresenter } from './created-link.presenter.js';
import { LinkLifetimes } from './link-lifetimes.js';
import { LinkCreator } from './link-creator.service.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import { linkRefusal } from './link.errors.js';
import type { CorrectContactDto } from './links.dto.js';
import { personOf } from './link-creation-lock.js';
import { OpenLinksRepository } from './open-links.repository.js';
import { PaymentTransitions } from '../transitions/payment-transitions.service.js';
import { presentCheck } from '../payment.presenter.js';
import { showsNoMoney } from '../status-checks/check-rules.js';
import { StatusChecker } from '../status-checks/status-checker.service.js';
import { PaymentsQueries } from '../payments.queries.js';
import { PaymentsRepository } from '../payments.repository.js';

interface Contact {
  name: string;
  email: string;
  /** `+91…` */
  phone: string | null;
}

/** Cancels links, and replaces the link of a sale with a wrong contact (docs/product.md#links). */
@Injectable()
export class LinkLifecycleService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly queries: PaymentsQueries,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly transitions: PaymentTransitions,
    private readonly customers: CustomersRepository,
    private readonly openLinks: OpenLinksRepository,
    private readonly checker: StatusChecker,
    private readonly links: LinkCreator,
    private readonly lifetimes: LinkLifetimes,
    private readonly answers: CreatedLinkPresenter,
    private readonly vault: Vault,
  ) {}

  /**
   * A link that its customer opened at the bank is cancelled once STATUS shows no money under way. Money that still arrives is
   * recorded as late.
   * @throws LINK_AT_BANK, MONEY_ARRIVED, a denial by src/domain/payment/link-care.ts
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

  /** @throws CONTACT_UNCHANGED, a denial by src/domain/payment/link-care.ts */
  async correct(user: Principal, publicId: string, body: CorrectContactDto, storeAnswer: AnswerStore) {
    const old = await this.own(user, publicId);
    const answerOf = async (made: CreatedLink): Promise<ApiSuccess<CorrectContactData>> => {
      const data = { ...(await this.answers.created(made, user)), replacedPaymentId: old.publicId };
      return { success: true, data, message: data.warning ?? MESSAGES.link.corrected(made.customer.name) };
    };
    const made = await this.uow.run(async () => {
      const created = await this.replace(old, contactOf(body, old));
      await storeAnswer(await answerOf(created));
      return created;
    });
    return answerOf({ ...made, ...(await this.links.askBank(made)) });
  }

  /** Cancels the old link and creates the new one, in one unit of work. */
  private async replace(old: PaymentEntity, contact: Contact): Promise<CreatedLink> {
    const { tokenType, salesManagerId } = old;
    const person = personOf(contact.email, contact.phone);
    await this.openLinks.hold(tokenType, person);
    await this.withdraw(old.id, 'contact_corrected', null);
    if (isSame(contact, old)) throw new Refusal('CONTACT_UNCHANGED');
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

  /** Never inside a unit of work. @returns when STATUS showed no money; null when the customer is not at the bank */
  private async askIfAtBank(paymentId: number): Promise<Date | null> {
    const payment = await this.payments.findById(paymentId);
    const open = await this.attempts.findOpen(paymentId);
    if (!payment) throw new Error(`payment row ${paymentId} does not exist`);
    const link = caredLinkOf({ payment, hasSentAttempt: (open?.sentAt ?? null) !== null });
    const askedAt = this.clock.now();
    if (cancelDenial(link, askedAt) !== 'at_bank') return null;
    const attempt = open ?? (await this.attempts.findUnanswered(paymentId));
    const answer = attempt && (await this.checker.answerAbout(attempt.id, 'staff', askedAt));
    if (attempt && answer?.kind === 'paid') throw await this.arrived(paymentId);
    if (attempt && !(answer && showsNoMoney(answer))) throw notClear(answer?.kind === 'pending');
    return askedAt;
  }

  private async arrived(paymentId: number): Promise<Refusal> {
    const payment = await this.payments.findById(paymentId);
    return payment && isPaid(payment.status) ? linkRefusal('paid') : new Refusal('MONEY_ARRIVED');
  }

  /**
   * Inside a unit of work. Checked before the row is locked, for a clear denial, and again afterwards.
   * @param unpaidAt when STATUS showed no money; null when the bank was not asked
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
    const denial = reason === 'contact_corrected' ? correctionDenial(link) : cancelDenial(link, this.clock.now());
    if (denial !== null) throw linkRefusal(denial);
    const evidence = { kind: 'link-cancelled', reason, note, unpaidAt } as const;
    const { decision } = await this.transitions.apply(paymentId, attempt?.id ?? null, evidence, 'staff');
    if (decision.verdict !== 'moved')
      throw linkRefusal(LOST_RACES[decision.verdict === 'ignored' ? decision.reason : ''] ?? 'paid');
  }

  private own(user: Principal, publicId: string): Promise<PaymentEntity> {
    return this.queries.get(publicId, user.role === 'admin' ? null : user.userId);
  }
}

/** The denial for a row that changed between read and lock. */
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

/** STATUS does not rule out money under way. @param isUnderWay by the bank's word; else it gave no usable answer */
function notClear(isUnderWay: boolean): Refusal {
  const { underWayAtBank, bankNotClear } = SERVER_MESSAGES.link;
  return new Refusal('LINK_AT_BANK', { message: isUnderWay ? underWayAtBank : bankNotClear });
}
