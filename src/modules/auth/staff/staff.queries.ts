import { Injectable } from '@nestjs/common';
import { ProjectEntity } from '../../../database/entities/project.entity.js';
import { UserEntity } from '../../../database/entities/user.entity.js';
import { escapeLike } from '../../../database/escape-like.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { type PageRequest, withinPages } from '../../../domain/files/pagination.js';

@Injectable()
export class StaffQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Oldest first. */
  projects(): Promise<ProjectEntity[]> {
    return this.uow.manager.getRepository(ProjectEntity).find({ order: { id: 'ASC' } });
  }

  /** By name; a page past the end is the last. @param search part of a name or an email, in any letter case */
  async page(search: string, asked: PageRequest): Promise<{ users: UserEntity[]; totalCount: number }> {
    const query = this.uow.manager.getRepository(UserEntity).createQueryBuilder('user');
    const part = `%${escapeLike(search.replaceAll('\0', '').normalize('NFC').toLowerCase())}%`;
    if (search)
      query.where("(LOWER(user.name) LIKE :part ESCAPE '!' OR user.email_key LIKE :part ESCAPE '!')", { part });
    const totalCount = await query.getCount();
    const { page, limit } = withinPages(asked, totalCount);
    query
      .orderBy('LOWER(user.name)')
      .addOrderBy('user.id')
      .limit(limit)
      .offset((page - 1) * limit);
    return { users: await query.getMany(), totalCount };
  }
}
