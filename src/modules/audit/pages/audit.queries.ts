import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { AuditLogEntity } from '../../../database/entities/audit-log.entity.js';
import { escapeLike } from '../../../database/escape-like.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { type AuditCursor, type AuditFilter } from './audit-filter.js';
import type { ProjectFilter } from '../../../domain/projects/project-filter.js';
import { AuditNames, type Subjects } from './audit-names.queries.js';

export interface AuditPosition {
  at: Date;
  id: number;
}

/** The payment that an entry is about, by its kind of subject. */
const PAYMENTS = {
  payment: 'SELECT 1 FROM payments p WHERE p.public_id = row.subjectId',
  refund: 'SELECT 1 FROM refunds f JOIN payments p ON p.id = f.payment_id WHERE f.public_id = row.subjectId',
  review: 'SELECT 1 FROM reviews v JOIN payments p ON p.id = v.payment_id WHERE v.public_id = row.subjectId',
  token: 'SELECT 1 FROM payments p WHERE p.token_number = row.subjectId',
} as const;

interface PageAsked {
  cursor: (AuditCursor & { at: Date }) | null;
  limit: number;
}

/**
 * The log in order of time, by cursor. Every filter has an index that ends in that order, so each page costs the same; nothing is
 * counted or skipped.
 */
@Injectable()
export class AuditQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly names: AuditNames,
  ) {}

  /** @returns newest first, on either side of the cursor */
  async page(filter: AuditFilter, { cursor, limit }: PageAsked): Promise<AuditLogEntity[]> {
    const query = await this.filtered(filter);
    if (!query) return [];
    const isBack = cursor?.side === 'after';
    if (cursor) {
      const sign = isBack ? '>' : '<';
      query.andWhere(`row.at ${sign}= :at AND (row.at ${sign} :at OR row.id ${sign} :id)`, cursor);
    }
    const direction = isBack ? 'ASC' : 'DESC';
    const rows = await query.orderBy('row.at', direction).addOrderBy('row.id', direction).limit(limit).getMany();
    return isBack ? rows.reverse() : rows;
  }

  positionOf(id: number): Promise<AuditPosition | null> {
    return this.repository.findOne({ select: { id: true, at: true }, where: { id } });
  }

  /** @returns null when nothing can match */
  async filtered(filter: AuditFilter): Promise<SelectQueryBuilder<AuditLogEntity> | null> {
    const query = this.repository.createQueryBuilder('row').where('1 = 1');
    const { actorUserId, actorKind, action, from, until, text } = filter;
    if (actorUserId !== undefined) query.andWhere('row.actorUserId = :actorUserId', { actorUserId });
    if (actorKind) query.andWhere('row.actorKind = :actorKind', { actorKind });
    if (action) query.andWhere('row.action = :action', { action });
    if (from) query.andWhere('row.at >= :from', { from });
    if (until) query.andWhere('row.at < :until', { until });
    if (text) query.andWhere("row.reason LIKE :text ESCAPE '!'", { text: `%${escapeLike(text)}%` });
    if (filter.place && !(await this.addPlace(query, filter.place))) return null;
    if (filter.paymentId === undefined && filter.userEmailKey === undefined) return query;
    const subjects = filter.paymentId
      ? await this.names.subjectsOfPayment(filter.paymentId)
      : await this.names.subjectsOfUser(filter.userEmailKey ?? '');
    if (subjects.length === 0) return null;
    const { either, ids } = among(subjects, 'ids');
    return query.andWhere(`(${either.join(' OR ')})`, ids);
  }

  /**
   * Of a small project the payments are looked up first, and the entries by their subjects. Of a large one entries are read in order of
   * time, with a lookup by key for each, until the page is full: the more payments, the sooner.
   * @returns false when nothing can match
   */
  private async addPlace(query: SelectQueryBuilder<AuditLogEntity>, place: ProjectFilter): Promise<boolean> {
    const { projectIds, eventId } = place;
    if (projectIds?.length === 0) return false;
    const few = await this.names.subjectsOfFew(place);
    const { either, ids } = among([...(await this.names.subjectsOfPlace(place)), ...(few ?? [])], 'places');
    if (few === null) {
      const ofProjects = projectIds ? 'AND p.project_id IN (:...projectIds)' : '';
      const ofEvent = eventId === undefined ? '' : 'AND p.event_id = :eventId';
      for (const [type, payment] of Object.entries(PAYMENTS))
        either.push(`(row.subjectType = '${type}' AND EXISTS (${payment} ${ofProjects} ${ofEvent}))`);
    }
    if (either.length === 0) return false;
    query.andWhere(`(${either.join(' OR ')})`, { ...ids, projectIds, eventId });
    return true;
  }

  private get repository() {
    return this.uow.manager.getRepository(AuditLogEntity);
  }
}

function among(subjects: readonly Subjects[], name: 'ids' | 'places') {
  return {
    either: subjects.map(
      ({ type }, index) => `(row.subjectType = '${type}' AND row.subjectId IN (:...${name}${index}))`,
    ),
    ids: Object.fromEntries(subjects.map((subject, index) => [`${name}${index}`, subject.ids])),
  };
}
