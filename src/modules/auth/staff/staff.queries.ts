import { Injectable } from '@nestjs/common';
import { UserEntity } from '../../../database/entities/user.entity.js';
import { escapeLike } from '../../../database/escape-like.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { PageRequest } from '../../../domain/pagination.js';

@Injectable()
export class StaffQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** By name. @param search part of a name or an e-mail, in any letter case */
  async page(search: string, { page, limit }: PageRequest): Promise<{ users: UserEntity[]; totalCount: number }> {
    const query = this.uow.manager.getRepository(UserEntity).createQueryBuilder('user');
    const part = `%${escapeLike(search.replaceAll('\0', '').normalize('NFC').toLowerCase())}%`;
    if (search)
      query.where("(LOWER(user.name) LIKE :part ESCAPE '!' OR user.email_key LIKE :part ESCAPE '!')", { part });
    query
      .orderBy('LOWER(user.name)')
      .addOrderBy('user.id')
      .limit(limit)
      .offset((page - 1) * limit);
    const [users, totalCount] = await query.getManyAndCount();
    return { users, totalCount };
  }
}
