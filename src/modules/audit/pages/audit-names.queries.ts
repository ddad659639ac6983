import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { AuditLogEntity } from '../../../database/entities/audit-log.entity.js';
import { CustomerEntity } from '../../../database/entities/customer.entity.js';
import { EventEntity } from '../../../database/entities/event.entity.js';
import { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { ProjectEntity } from '../../../database/entities/project.entity.js';
import { RefundEntity } from '../../../database/entities/refund.entity.js';
import { ReviewEntity } from '../../../database/entities/review.entity.js';
import { UserEntity } from '../../../database/entities/user.entity.js';
import { readInstant } from '../../../database/instants.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';
import type { TokenType } from '../../../domain/payment/token-catalogue.js';
import type { RefundOrigin } from '../../../domain/refund/refund-rules.js';
import { isErasedEmail } from '../../../domain/people/erased-customer.js';
import {
  type NamedEvent,
  type ProjectFilter,
  type ProjectOption,
  projectOptionsOf,
  type ProjectScope,
} from '../../../domain/projects/project-filter.js';

/** Constants of the program, written into SQL literally. */
type SubjectType = 'payment' | 'refund' | 'review' | 'token' | 'user' | 'project' | 'event';

export interface Subjects {
  type: SubjectType;
  ids: string[];
}

/** The payment that an entry is about, with what a sentence says of it. */
export interface AuditedSale {
  /** Public id. */
  paymentId: string;
  /** Name, also of an erased customer. */
  customer: string;
  email: string;
  tier: TokenType;
  tokenNumber: string | null;
  /** Paise: of the refund or of what is under review, else the price. */
  amount: number;
  requestedBy: string | null;
  /** Of the refund; null for other subjects. */
  origin: RefundOrigin | null;
  /** The bank's code on the refund; null for other subjects. */
  code: string | null;
}

/** What an attempt ended with. A capture takes the place of an earlier code on its row. */
interface AttemptCode {
  createdAt: Date;
  code: string | null;
}

export interface AuditNaming {
  users: Map<number, { name: string; email: string }>;
  /** `refund:<id>`, `token:<number>` … */
  sales: Map<string, AuditedSale>;
  /** Of payments that ended unpaid, by public id, oldest first. */
  attempts: Map<string, AttemptCode[]>;
  /** By internal id; erased customers are not among them. */
  customers: Map<string, string>;
}

const SOLD = `p.public_id AS paymentId, c.name AS customer, c.email AS email, p.token_type AS tier,
  p.token_number AS tokenNumber`;
const OF_CUSTOMER = 'JOIN customers c ON c.id = p.customer_id';

/** What is read for each kind of subject, by the column that holds its id. */
const SALES = {
  payment: `SELECT 'payment' AS type, p.public_id AS id, ${SOLD}, p.amount AS amount, NULL AS requestedBy, NULL AS origin, NULL AS code
    FROM payments p ${OF_CUSTOMER} WHERE p.public_id`,
  refund: `SELECT 'refund' AS type, r.public_id AS id, ${SOLD}, r.amount AS amount, u.name AS requestedBy, r.origin AS origin, r.response_code AS code
    FROM refunds r JOIN payments p ON p.id = r.payment_id ${OF_CUSTOMER} LEFT JOIN users u ON u.id = r.requested_by
   WHERE r.public_id`,
  review: `SELECT 'review' AS type, v.public_id AS id, ${SOLD}, v.amount AS amount, NULL AS requestedBy, NULL AS origin, NULL AS code
    FROM reviews v JOIN payments p ON p.id = v.payment_id ${OF_CUSTOMER} WHERE v.public_id`,
  token: `SELECT 'token' AS type, p.token_number AS id, ${SOLD}, p.amount AS amount, NULL AS requestedBy, NULL AS origin, NULL AS code
    FROM payments p ${OF_CUSTOMER} WHERE p.token_number`,
} as const;

/** Entries whose payment ended by an answer of the bank. */
export const ENDINGS: readonly string[] = ['payment.failed', 'payment.cancelled'];

type SaleRow = { type: string; id: string } & AuditedSale;

/** So many payments are named one by one in a statement. */
const FEW = 500;

/** Names of the people and subjects of audit entries. */
@Injectable()
export class AuditNames {
  constructor(private readonly uow: UnitOfWork) {}

  /** The payment and its refunds, reviews and token. */
  async subjectsOfPayment(publicId: string): Promise<Subjects[]> {
    const payment = await this.manager.getRepository(PaymentEntity).findOneBy({ publicId });
    if (!payment) return [];
    const { id: paymentId, tokenNumber } = payment;
    const refunds = await this.manager
      .getRepository(RefundEntity)
      .find({ select: { publicId: true }, where: { paymentId } });
    const reviews = await this.manager
      .getRepository(ReviewEntity)
      .find({ select: { publicId: true }, where: { paymentId } });
    const all: Subjects[] = [
      { type: 'payment', ids: [publicId] },
      { type: 'refund', ids: refunds.map((row) => row.publicId) },
      { type: 'review', ids: reviews.map((row) => row.publicId) },
      { type: 'token', ids: tokenNumber ? [tokenNumber] : [] },
    ];
    return all.filter(({ ids }) => ids.length > 0);
  }

  /** The payments of a place with their refunds, reviews and tokens; null where there are more than a few. */
  async subjectsOfFew({ projectIds, eventId }: ProjectFilter): Promise<Subjects[] | null> {
    const where = {
      ...(projectIds && { projectId: In([...projectIds]) }),
      ...(eventId !== undefined && { eventId }),
    };
    const payments = await this.manager
      .getRepository(PaymentEntity)
      .find({ select: { id: true, publicId: true, tokenNumber: true }, where, take: FEW + 1 });
    if (payments.length > FEW) return null;
    const paymentId = In(payments.map(({ id }) => id));
    const [refunds, reviews] = [
      await this.manager.getRepository(RefundEntity).find({ select: { publicId: true }, where: { paymentId } }),
      await this.manager.getRepository(ReviewEntity).find({ select: { publicId: true }, where: { paymentId } }),
    ];
    const all: Subjects[] = [
      { type: 'payment', ids: payments.map(({ publicId }) => publicId) },
      { type: 'refund', ids: refunds.map(({ publicId }) => publicId) },
      { type: 'review', ids: reviews.map(({ publicId }) => publicId) },
      { type: 'token', ids: payments.flatMap(({ tokenNumber }) => tokenNumber ?? []) },
    ];
    return all.filter(({ ids }) => ids.length > 0);
  }

  async subjectsOfUser(emailKey: string): Promise<Subjects[]> {
    const user = await this.manager.getRepository(UserEntity).findOneBy({ emailKey });
    return user ? [{ type: 'user', ids: [String(user.id)] }] : [];
  }

  /** Projects with their events, to choose from. */
  async projects(scope: ProjectScope): Promise<ProjectOption[]> {
    const events = await this.uow.read<NamedEvent>(
      `SELECT e.id AS id, e.name AS name, e.project_id AS projectId, COALESCE(j.name, j.code) AS project
         FROM events e JOIN projects j ON j.id = e.project_id ORDER BY e.project_id, e.id`,
    );
    return projectOptionsOf(events.filter(({ projectId }) => scope === null || scope.includes(Number(projectId))));
  }

  /** The projects and the event themselves. A project with an event asked for is not: its other events are not meant. */
  async subjectsOfPlace({ projectIds = [], eventId }: ProjectFilter): Promise<Subjects[]> {
    const projects =
      projectIds.length === 0 || eventId !== undefined
        ? []
        : await this.manager
            .getRepository(ProjectEntity)
            .find({ select: { code: true }, where: { id: In([...projectIds]) } });
    const own = projectIds.length === 0 ? {} : { projectId: In([...projectIds]) };
    const events = await this.manager
      .getRepository(EventEntity)
      .find({ select: { id: true }, where: { ...own, ...(eventId !== undefined && { id: eventId }) } });
    const all: Subjects[] = [
      { type: 'project', ids: projects.map(({ code }) => code) },
      { type: 'event', ids: events.map(({ id }) => String(id)) },
    ];
    return all.filter(({ ids }) => ids.length > 0);
  }

  staff(): Promise<UserEntity[]> {
    return this.manager.getRepository(UserEntity).find({ order: { name: 'ASC', id: 'ASC' } });
  }

  /** Four statements at most, however many rows there are. */
  async of(rows: readonly AuditLogEntity[]): Promise<AuditNaming> {
    const users = rows.flatMap(({ actorUserId, subjectType, subjectId }) => [
      ...(actorUserId === null ? [] : [actorUserId]),
      ...(subjectType === 'user' && /^\d{1,9}$/.test(subjectId) ? [Number(subjectId)] : []),
    ]);
    return {
      users: await this.usersBy(users),
      sales: await this.salesBy(rows),
      attempts: await this.attemptsBy(rows.filter(({ action }) => ENDINGS.includes(action))),
      customers: await this.customersBy(idsOf(rows, 'customer').filter((id) => /^\d{1,9}$/.test(id))),
    };
  }

  private async usersBy(ids: number[]): Promise<AuditNaming['users']> {
    if (ids.length === 0) return new Map();
    const rows = await this.manager
      .getRepository(UserEntity)
      .find({ select: { id: true, name: true, email: true }, where: { id: In([...new Set(ids)]) } });
    return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
  }

  private async salesBy(rows: readonly AuditLogEntity[]): Promise<AuditNaming['sales']> {
    const wanted = (Object.keys(SALES) as (keyof typeof SALES)[])
      .map((type) => ({ type, ids: idsOf(rows, type) }))
      .filter(({ ids }) => ids.length > 0);
    if (wanted.length === 0) return new Map();
    const found = await this.uow.read<SaleRow>(
      wanted.map(({ type, ids }) => `${SALES[type]} IN (${ids.map(() => '?').join(', ')})`).join(' UNION ALL '),
      wanted.flatMap(({ ids }) => ids),
    );
    return new Map(found.map((row) => [`${row.type}:${row.id}`, { ...row, amount: wholeNumber(row.amount) }]));
  }

  private async attemptsBy(rows: readonly AuditLogEntity[]): Promise<AuditNaming['attempts']> {
    const ids = idsOf(rows, 'payment');
    const attempts = new Map<string, AttemptCode[]>(ids.map((id) => [id, []]));
    if (ids.length === 0) return attempts;
    const found = await this.uow.read<{ id: string; createdAt: Date | string; code: string | null }>(
      `SELECT p.public_id AS id, a.created_at AS createdAt,
              CASE WHEN a.status = 'captured' THEN NULL ELSE a.response_code END AS code
         FROM payments p JOIN payment_attempts a ON a.payment_id = p.id
        WHERE p.public_id IN (${ids.map(() => '?').join(', ')}) ORDER BY a.payment_id, a.number`,
      ids,
    );
    for (const { id, createdAt, code } of found) attempts.get(id)?.push({ createdAt: readInstant(createdAt), code });
    return attempts;
  }

  private async customersBy(ids: string[]): Promise<AuditNaming['customers']> {
    if (ids.length === 0) return new Map();
    const rows = await this.manager
      .getRepository(CustomerEntity)
      .find({ select: { id: true, name: true, email: true }, where: { id: In(ids.map(Number)) } });
    const named = rows.filter(({ email }) => !isErasedEmail(email));
    return new Map(named.map(({ id, name }) => [String(id), name]));
  }

  private get manager() {
    return this.uow.manager;
  }
}

function idsOf(rows: readonly AuditLogEntity[], type: string): string[] {
  return [...new Set(rows.filter((row) => row.subjectType === type).map((row) => row.subjectId))];
}
