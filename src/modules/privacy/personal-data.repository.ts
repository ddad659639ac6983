import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { CatalogueTierEntity } from '../../database/entities/catalogue.entity.js';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import { GatewayCallEntity } from '../../database/entities/gateway-call.entity.js';
import { GatewayCallbackEntity } from '../../database/entities/gateway-callback.entity.js';
import { IdempotencyKeyEntity } from '../../database/entities/idempotency-key.entity.js';
import { LinkCreationLockEntity } from '../../database/entities/link-creation-lock.entity.js';
import { MailOutboxEntity } from '../../database/entities/mail-outbox.entity.js';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEventEntity } from '../../database/entities/payment-event.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { ReviewEntity } from '../../database/entities/review.entity.js';
import { TermsAgreementEntity } from '../../database/entities/terms-agreement.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { PaymentCounters } from '../payment-lists/index.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { ERASED_NAME, ERASED_TEXT, erasedEmail } from '../../domain/people/erased-customer.js';
import { bankMobile } from '../../domain/people/phone.js';
import { TOKEN_TYPES } from '../../domain/payment/token-catalogue.js';
import { Clock } from '../../runtime/clock.js';
import { linkCreationLockKeys } from '../payments/index.js';
import { descriptionWithoutPerson, evidenceWithoutPerson, withoutPerson } from './bank-text.js';
import type { HeldMoney, HeldTraces } from './personal-data.queries.js';
import { answerWithoutPerson } from './kept-answers.js';
import { Refusal } from '../../runtime/refusal.js';

type DescribedRow = Pick<PaymentAttemptEntity, 'id' | 'responseText'>;

/** Replaces personal data by placeholders, row by row. Rows without any stay unchanged; payments get a new version. */
@Injectable()
export class PersonalDataRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly counts: PaymentCounters,
  ) {}

  async eraseMoney(held: HeldMoney): Promise<{ customers: number; payments: number; texts: number }> {
    const { customer } = held;
    let payments = 0;
    for (const payment of held.payments) payments += await this.erasePayment(payment);
    const isNew = customer.email !== erasedEmail(customer.id);
    if (isNew) await this.eraseCustomer(held);
    await this.forgetPages(held.attempts);
    await this.forgetAddresses(held.agreements);
    return { customers: isNew ? 1 : 0, payments, texts: await this.eraseTexts(held) };
  }

  async eraseTraces(
    traces: HeldTraces,
    { customer }: HeldMoney,
  ): Promise<{ mails: number; bankMessages: number; answers: number; texts: number }> {
    const { name, email, phone } = customer;
    const person = { name, addresses: phone === null ? [email] : [email, bankMobile(phone)] };
    return {
      mails: await this.eraseMails(traces.mails),
      bankMessages: (await this.eraseCalls(traces.calls)) + (await this.eraseNotices(traces.notices)),
      answers: await this.eraseAnswers(traces.answers, person),
      texts: await this.eraseNotes(traces.events),
    };
  }

  /** After the payments: all are locked by then, so none is completed or refunded meanwhile. */
  private async eraseCustomer({ customer, payments }: HeldMoney): Promise<void> {
    const email = erasedEmail(customer.id);
    const person = { emailKey: customer.emailKey, phone: customer.phone };
    const guards = (await this.tierCodes()).flatMap((code) => linkCreationLockKeys(code, person));
    await this.repositoryOf(LinkCreationLockEntity).delete({ guardKey: In(guards) });
    await this.repositoryOf(CustomerEntity).update(
      { id: customer.id },
      {
        name: ERASED_NAME,
        nameKey: ERASED_NAME.toLowerCase(),
        email,
        emailKey: email,
        phone: null,
        // The search index of every instance picks up the change by this column.
        updatedAt: this.clock.now(),
      },
    );
    // From here on the row is held: a sale that was under way is committed, and a later one finds the customer gone.
    const now = await this.repositoryOf(PaymentEntity).countBy({ customerId: customer.id });
    if (now !== payments.length) throw new Refusal('CUSTOMER_CHANGED');
    const completed = payments.filter(({ status }) => status === 'completed');
    await this.counts.renamed(customer.emailKey, email, completed);
  }

  /** Of every project and version, since links were sold under any of them. */
  private async tierCodes(): Promise<string[]> {
    const rows = await this.repositoryOf(CatalogueTierEntity)
      .createQueryBuilder('tier')
      .select('DISTINCT tier.code', 'code')
      .where("tier.code <> ''")
      .getRawMany<{ code: string }>();
    return [...TOKEN_TYPES, ...rows.map(({ code }) => code)];
  }

  /**
   * Erases the broker too: a person's name cannot be told from a firm's. Compare-and-set on the version: a concurrent transition
   * reads the payment again, or this unit of work fails.
   */
  private async erasePayment({ id, version, ...payment }: PaymentEntity): Promise<number> {
    const { brokerName, panCiphertext, duplicateReason } = payment;
    const isErased = duplicateReason === null || duplicateReason === ERASED_TEXT;
    const holdsPerson = brokerName !== null || panCiphertext !== null || !isErased;
    // A review that was opened since the rows were read does not change the version.
    const { affected } = await this.repositoryOf(PaymentEntity).update(
      { id, version, reviewReason: IsNull() },
      {
        brokerName: null,
        panCiphertext: null,
        duplicateReason: duplicateReason === null ? null : ERASED_TEXT,
        version: version + 1,
      },
    );
    if (affected !== 1) throw new Refusal('CUSTOMER_CHANGED');
    return holdsPerson ? 1 : 0;
  }

  /** The bank's page of an invoice names the payer. */
  private async forgetPages(attempts: PaymentAttemptEntity[]): Promise<void> {
    const ids = attempts.filter(({ redirectUrl }) => redirectUrl !== null).map(({ id }) => id);
    if (ids.length > 0) await this.repositoryOf(PaymentAttemptEntity).update({ id: In(ids) }, { redirectUrl: null });
  }

  /** The agreement stays, with its version, language and time: the database refuses any other change of it. */
  private async forgetAddresses(agreements: TermsAgreementEntity[]): Promise<void> {
    const ids = agreements.filter(({ ip }) => ip !== null).map(({ id }) => id);
    if (ids.length > 0) await this.repositoryOf(TermsAgreementEntity).update({ id: In(ids) }, { ip: null });
  }

  /** What the bank said about an attempt or a refund stays, unless it may name the person. */
  private async eraseDescriptions(entity: new () => DescribedRow, rows: readonly DescribedRow[]): Promise<number> {
    const personal = rows.filter(({ responseText }) => descriptionWithoutPerson(responseText) !== responseText);
    const ids = personal.map(({ id }) => id);
    if (ids.length > 0) await this.repositoryOf(entity).update({ id: In(ids) }, { responseText: null });
    return ids.length;
  }

  private async eraseTexts({ attempts, refunds, upgrades, reviews }: HeldMoney): Promise<number> {
    const described =
      (await this.eraseDescriptions(PaymentAttemptEntity, attempts)) +
      (await this.eraseDescriptions(RefundEntity, refunds));
    const reasons = refunds.filter(({ reason }) => reason !== ERASED_TEXT).map(({ id }) => id);
    const notes = upgrades.filter(({ notes: text }) => text !== null && text !== ERASED_TEXT).map(({ id }) => id);
    if (reasons.length > 0) await this.repositoryOf(RefundEntity).update({ id: In(reasons) }, { reason: ERASED_TEXT });
    if (notes.length > 0) await this.repositoryOf(UpgradeEntity).update({ id: In(notes) }, { notes: ERASED_TEXT });
    return described + reasons.length + notes.length + (await this.eraseReviews(reviews));
  }

  /** The decision stays, with its amounts and references. */
  private async eraseReviews(reviews: ReviewEntity[]): Promise<number> {
    let changed = 0;
    for (const { id, note, evidence } of reviews) {
      const without = { note: note === null ? null : ERASED_TEXT, evidence: evidenceWithoutPerson(evidence) };
      if (without.note === note && without.evidence === evidence) continue;
      await this.repositoryOf(ReviewEntity).update({ id }, without);
      changed += 1;
    }
    return changed;
  }

  /** Erases free text of cancellations; the event and its time stay. */
  private async eraseNotes(events: PaymentEventEntity[]): Promise<number> {
    for (const { id, detail } of events) {
      const { note: _note, ...rest } = JSON.parse(detail ?? '{}') as Record<string, unknown>;
      await this.repositoryOf(PaymentEventEntity).update({ id }, { detail: JSON.stringify(rest) });
    }
    return events.length;
  }

  /** The row and its time stay. A queued mail is not sent any more. */
  private async eraseMails(mails: MailOutboxEntity[]): Promise<number> {
    const fresh = mails.filter(({ data }) => data !== '{}');
    for (const { id, status } of fresh) {
      await this.repositoryOf(MailOutboxEntity).update(
        { id },
        {
          recipient: 'erased@invalid',
          data: '{}',
          lastError: null,
          ...(status === 'queued' ? { status: 'failed', nextAttemptAt: null, leaseOwner: null, leaseUntil: null } : {}),
        },
      );
    }
    return fresh.length;
  }

  private async eraseCalls(calls: GatewayCallEntity[]): Promise<number> {
    let changed = 0;
    for (const { id, request, response } of calls) {
      const without = { request: withoutPerson(request), response: withoutPerson(response) };
      if (without.request === request && without.response === response) continue;
      await this.repositoryOf(GatewayCallEntity).update({ id }, without);
      changed += 1;
    }
    return changed;
  }

  /** The digest stays: it detects repetitions and reveals nothing. */
  private async eraseNotices(notices: GatewayCallbackEntity[]): Promise<number> {
    let changed = 0;
    for (const { id, rawBody, responseText } of notices) {
      const without = { rawBody: withoutPerson(rawBody), responseText: descriptionWithoutPerson(responseText) };
      if (without.rawBody === rawBody && without.responseText === responseText) continue;
      await this.repositoryOf(GatewayCallbackEntity).update({ id }, without);
      changed += 1;
    }
    return changed;
  }

  private async eraseAnswers(
    answers: IdempotencyKeyEntity[],
    person: Parameters<typeof answerWithoutPerson>[1],
  ): Promise<number> {
    let changed = 0;
    for (const { id, operation, responseBody } of answers) {
      // The answer of Pay is the bank's page, and is given to nobody again.
      const without = operation === 'initiate' ? 'null' : answerWithoutPerson(responseBody ?? 'null', person);
      if (without === responseBody) continue;
      await this.repositoryOf(IdempotencyKeyEntity).update({ id }, { responseBody: without });
      changed += 1;
    }
    return changed;
  }

  private repositoryOf<T extends object>(entity: new () => T) {
    return this.uow.manager.getRepository(entity);
  }
}
