import { Injectable } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { CorrectContactData } from '../../../contracts/links.js';
import { MESSAGES } from '../../../contracts/messages.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { emailKey } from '../../../domain/people/email.js';
import { normalisePhone } from '../../../domain/people/phone.js';
import type { AnswerStore, Principal } from '../../../http/index.js';
import { Refusal } from '../../../runtime/refusal.js';
import { CustomersRepository } from '../../customers/index.js';
import { PaymentsQueries } from '../payments.queries.js';
import type { CreatedLink } from './create-link.service.js';
import { CreatedLinkPresenter } from './created-link.presenter.js';
import { type Person, personOf } from './link-creation-lock.js';
import { LinkCreator } from './link-creator.service.js';
import { LinkWithdrawal } from './link-withdrawal.js';
import type { CorrectContactDto } from './links.dto.js';
import { OpenLinksRepository } from './open-links.repository.js';

interface Contact {
  name: string;
  email: string;
  /** `+91…` */
  phone: string | null;
  /** It was left out: `phone` is the link's, for a new customer alone. */
  keepsPhone: boolean;
}

/** Replaces the link of a sale with a wrong contact (docs/product.md#links). */
@Injectable()
export class LinkCorrections {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: PaymentsQueries,
    private readonly withdrawal: LinkWithdrawal,
    private readonly customers: CustomersRepository,
    private readonly openLinks: OpenLinksRepository,
    private readonly links: LinkCreator,
    private readonly answers: CreatedLinkPresenter,
  ) {}

  /**
   * A customer belongs to the seller, so number and spelling are those of payments in all projects: an admin of some changes them only where
   * all of these are in them.
   * @throws CONTACT_UNCHANGED, QUOTA_SOLD_OUT, FORBIDDEN, a denial by src/domain/payment/link-care.ts
   */
  async correct(user: Principal, publicId: string, body: CorrectContactDto, storeAnswer: AnswerStore) {
    const old = await this.queries.getFor(user, publicId);
    const answerOf = async (made: CreatedLink): Promise<ApiSuccess<CorrectContactData>> => {
      const data = { ...(await this.answers.created(made, user)), replacedPaymentId: old.publicId };
      return { success: true, data, message: data.warning ?? MESSAGES.link.corrected(made.customer.name) };
    };
    await this.withdrawal.askAboutSale(old);
    const contact = contactOf(body, old);
    const person = await this.personOf(old, contact);
    const made = await this.uow.run(async () => {
      const created = await this.replace(user, old, contact, person);
      await storeAnswer(await answerOf(created));
      return created;
    });
    return answerOf({ ...made, ...(await this.links.askBank(made)) });
  }

  /** Whom the double-sell guard asks about: with the number that the customer of the new link will have. */
  private async personOf({ salesManagerId }: PaymentEntity, contact: Contact): Promise<Person> {
    const known = contact.keepsPhone ? await this.customers.find({ salesManagerId, ...contact }) : null;
    return personOf(contact.email, (known ?? contact).phone);
  }

  /** Cancels the old link and creates the new one, in one unit of work. */
  private async replace(
    { projectIds }: Principal,
    old: PaymentEntity,
    contact: Contact,
    person: Person,
  ): Promise<CreatedLink> {
    const { projectId, salesManagerId } = old;
    await this.openLinks.lock(old, person);
    const heldUnit = await this.withdrawal.withdraw(old.id, 'contact_corrected', null);
    if (isSame(contact, old)) throw new Refusal('CONTACT_UNCHANGED');
    const others = await this.openLinks.find(projectId, old, person);
    const heldTokens = await this.openLinks.findHeldTokens(projectId, person);
    const customer = await this.customers.findOrCorrect({ salesManagerId, ...contact }, projectIds);
    if (!customer) throw new Refusal('FORBIDDEN', { message: SERVER_MESSAGES.link.contactElsewhere });
    const made = await this.links.makeReplacement(old, customer.id, heldUnit);
    return { ...made, customer, others, heldTokens, answer: null };
  }
}

function contactOf(body: CorrectContactDto, old: PaymentEntity): Contact {
  return {
    name: body.name.replace(/\s+/g, ' '),
    email: body.email,
    phone: normalisePhone(body.phone ?? old.customer?.phone ?? ''),
    keepsPhone: (body.phone ?? null) === null,
  };
}

function isSame(contact: Contact, { customer }: PaymentEntity): boolean {
  return (
    customer?.name === contact.name &&
    emailKey(customer.email) === emailKey(contact.email) &&
    customer.phone === contact.phone
  );
}
