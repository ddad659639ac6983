import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import { GatewayCallbackEntity } from '../../database/entities/gateway-callback.entity.js';
import { IdempotencyKeyEntity } from '../../database/entities/idempotency-key.entity.js';
import { sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { emailKey } from '../../domain/people/email.js';
import { isErasedEmail } from '../../domain/people/erased-customer.js';
import { descriptionWithoutPerson, withoutPerson } from './bank-text.js';

const BATCH = 200;
const NOT_ERASED = "c.email_key NOT LIKE 'erased-%@invalid'";
/** Banks send messages about a payment days after it, and customers come back: no later erasure finds an erased customer. */
const OF_ERASED = `EXISTS (SELECT 1 FROM payment_attempts a JOIN payments p ON p.id = a.payment_id JOIN customers c ON c.id = p.customer_id
  WHERE a.id = notice.attempt_id AND c.email_key LIKE 'erased-%@invalid')`;

/** The rows of one person. */
export interface FoundPerson {
  /** Those with the email, then those that a corrected contact ties to them: each is tied to some in front of it. */
  customers: CustomerEntity[];
  /** Tied in the same way, with another name and number: a wrong address may be somebody else's. */
  doubtful: CustomerEntity[];
}

/** Finds customers. */
@Injectable()
export class PersonLookup {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * All customers with this email, since one person may have several sellers and spellings of the name; and those of the same name or
   * number whose link was replaced by one of theirs, or replaced one, for a wrong contact.
   */
  async withEmail(email: string): Promise<FoundPerson> {
    const key = emailKey(email);
    if (key === null) return { customers: [], doubtful: [] };
    const customers = await this.customers.find({ where: { emailKey: key }, order: { id: 'ASC' } });
    for (;;) {
      const tied = await this.tiedTo(customers.map(({ id }) => id));
      const same = tied.filter((one) => customers.some((known) => isSamePerson(known, one)));
      if (same.length === 0) return { customers, doubtful: tied };
      customers.push(...same);
    }
  }

  /** Other customers, not erased, of all links that replaced theirs or were replaced by theirs, one after the other. */
  private async tiedTo(ids: number[]): Promise<CustomerEntity[]> {
    if (ids.length === 0) return [];
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `WITH RECURSIVE tied (id, replaces_id, customer_id) AS (
         SELECT p.id, p.replaces_id, p.customer_id FROM payments p WHERE p.customer_id IN (${ids.map(() => '?').join(', ')})
         UNION
         SELECT p.id, p.replaces_id, p.customer_id FROM tied t JOIN payments p ON p.id = t.replaces_id
         UNION
         SELECT p.id, p.replaces_id, p.customer_id FROM tied t JOIN payments p ON p.replaces_id = t.id)
       SELECT DISTINCT t.customer_id AS id FROM tied t`,
      ids,
    );
    const others = rows.map(({ id }) => Number(id)).filter((id) => !ids.includes(id));
    const found = await this.customers.find({ where: { id: In(others) }, order: { id: 'ASC' } });
    return found.filter(({ email }) => !isErasedEmail(email));
  }

  /**
   * Customers whose last payment or refund changed before the instant (without payments: registered before), by id. Erased ones
   * are left out, so an interrupted run continues.
   */
  async quietSince(before: Date, afterId: number): Promise<number[]> {
    const rows = await this.uow.manager
      .getRepository(CustomerEntity)
      .createQueryBuilder('c')
      .select('c.id', 'id')
      .where('c.id > :afterId', { afterId })
      .andWhere('c.created_at < :before', { before })
      .andWhere(NOT_ERASED)
      .andWhere(
        'NOT EXISTS (SELECT 1 FROM payments p WHERE p.customer_id = c.id AND (p.created_at >= :before OR p.updated_at >= :before))',
      )
      .andWhere(
        'NOT EXISTS (SELECT 1 FROM payments q JOIN refunds r ON r.payment_id = q.id WHERE q.customer_id = c.id AND r.updated_at >= :before)',
      )
      .orderBy('c.id')
      .limit(BATCH)
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => Number(id));
  }

  /** Deletes a batch of old idempotency answers. @returns the number deleted; 0 when none is left */
  forgetAnswers(before: Date): Promise<number> {
    return this.uow.run(async (tx) => {
      const repository = tx.getRepository(IdempotencyKeyEntity);
      const rows = await repository
        .createQueryBuilder('answer')
        .select('answer.id', 'id')
        .where('answer.created_at < :before', { before })
        .orderBy('answer.created_at')
        .limit(BATCH)
        .getRawMany<{ id: number }>();
      if (rows.length > 0) await repository.delete({ id: In(rows.map(({ id }) => Number(id))) });
      return rows.length;
    });
  }

  countAnswers(before: Date): Promise<number> {
    return this.uow.manager.getRepository(IdempotencyKeyEntity).countBy({ createdAt: LessThan(before) });
  }

  /**
   * The first callback without a payment that {@link eraseLooseNotices} leaves, or the next one to come. Its id: later ones have higher ones,
   * and the index by which they are found is in their order.
   */
  async firstLooseSince(before: Date): Promise<number> {
    const [row] = (await this.uow.manager.query(
      `SELECT COALESCE(
         (SELECT MIN(n.id) FROM gateway_notices n WHERE n.attempt_id IS NULL AND n.received_at >= ?),
         (SELECT MAX(m.id) + 1 FROM gateway_notices m), 0) AS id`,
      [sqlInstant(before)],
    )) as { id: unknown }[];
    return Number(row?.id);
  }

  /**
   * Erases callbacks without a payment (forged, damaged, or for another merchant), and those that came for a customer after the erasure.
   * @param dryRun only counts them
   */
  async eraseLooseNotices(
    before: Date,
    afterId: number,
    dryRun: boolean,
  ): Promise<{ last: number | null; changed: number }> {
    return this.uow.run(async (tx) => {
      const repository = tx.getRepository(GatewayCallbackEntity);
      const rows = await repository
        .createQueryBuilder('notice')
        .where('notice.id > :afterId AND notice.received_at < :before', { afterId, before })
        .andWhere(`(notice.attempt_id IS NULL OR ${OF_ERASED})`)
        .orderBy('notice.id')
        .limit(BATCH)
        .getMany();
      const rebuilt = rows.map(({ id, rawBody, responseText }) => ({
        id,
        isPersonal: withoutPerson(rawBody) !== rawBody || descriptionWithoutPerson(responseText) !== responseText,
        without: { rawBody: withoutPerson(rawBody), responseText: descriptionWithoutPerson(responseText) },
      }));
      const personal = rebuilt.filter(({ isPersonal }) => isPersonal);
      for (const { id, without } of dryRun ? [] : personal) await repository.update({ id }, without);
      return { last: rows.at(-1)?.id ?? null, changed: personal.length };
    });
  }

  private get customers() {
    return this.uow.manager.getRepository(CustomerEntity);
  }
}

function isSamePerson(one: CustomerEntity, other: CustomerEntity): boolean {
  return one.nameKey === other.nameKey || (one.phone !== null && one.phone === other.phone);
}
