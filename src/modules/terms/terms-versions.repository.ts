import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { TermsAgreementEntity } from '../../database/entities/terms-agreement.entity.js';
import { TermsVersionEntity } from '../../database/entities/terms-version.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { IstDay } from '../../domain/calendar/ist-day.js';

type NewVersion = Omit<TermsVersionEntity, 'id' | 'project'>;

/** The only writer of `terms_versions`, which it only adds to. */
@Injectable()
export class TermsVersionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first. */
  list(projectId: number): Promise<TermsVersionEntity[]> {
    return this.repository.find({ where: { projectId }, order: { number: 'DESC' } });
  }

  latest(projectId: number): Promise<TermsVersionEntity | null> {
    return this.repository.findOne({ where: { projectId }, order: { number: 'DESC' } });
  }

  /** Versions begin in the order of their numbers (`beginDenial`). */
  inForce(projectId: number, today: IstDay): Promise<TermsVersionEntity | null> {
    return this.repository.findOne({
      where: { projectId, effectiveFrom: LessThanOrEqual(today) },
      order: { number: 'DESC' },
    });
  }

  /** Null for a version that has not begun. */
  findBegun(projectId: number, number: number, today: IstDay): Promise<TermsVersionEntity | null> {
    return this.repository.findOneBy({ projectId, number, effectiveFrom: LessThanOrEqual(today) });
  }

  /** Fails on the unique index when somebody else adds the same number. */
  async insert(version: NewVersion): Promise<void> {
    await this.repository.insert(version);
  }

  /** How often each version was agreed to, by its id. */
  async countAgreements(projectId: number): Promise<Map<number, number>> {
    const rows = await this.uow.manager
      .getRepository(TermsAgreementEntity)
      .createQueryBuilder('agreement')
      .innerJoin('agreement.termsVersion', 'version')
      .select('agreement.terms_version_id', 'id')
      .addSelect('COUNT(*)', 'count')
      .where('version.project_id = :projectId', { projectId })
      .groupBy('agreement.terms_version_id')
      .getRawMany<{ id: number | string; count: number | string }>();
    return new Map(rows.map(({ id, count }) => [Number(id), Number(count)]));
  }

  async authors(versions: TermsVersionEntity[]): Promise<Map<number, string>> {
    const ids = [...new Set(versions.flatMap(({ createdBy }) => createdBy ?? []))];
    if (ids.length === 0) return new Map();
    const users = await this.uow.manager.getRepository(UserEntity).findBy(ids.map((id) => ({ id })));
    return new Map(users.map(({ id, name }) => [id, name]));
  }

  private get repository() {
    return this.uow.manager.getRepository(TermsVersionEntity);
  }
}
