import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Role } from '../../domain/roles.js';

export interface NewUser {
  name: string;
  email: string;
  role: Role;
  passwordHash: string;
  at: Date;
}

@Injectable()
export class UsersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findByEmailKey(emailKey: string): Promise<UserEntity | null> {
    return this.rows.findOneBy({ emailKey });
  }

  findById(id: number): Promise<UserEntity | null> {
    return this.rows.findOneBy({ id });
  }

  listAll(): Promise<UserEntity[]> {
    return this.rows.find({ order: { id: 'ASC' } });
  }

  async isEmpty(): Promise<boolean> {
    return (await this.rows.count()) === 0;
  }

  /** @param user its e-mail in normal form. Fails on the unique index when the e-mail is taken. */
  async insert({ name, email, role, passwordHash, at }: NewUser): Promise<UserEntity> {
    const row = this.rows.create({ name, email, emailKey: email, role, passwordHash, disabledAt: null });
    Object.assign(row, { passwordChangedAt: at, createdAt: at, updatedAt: at });
    return this.uow.run((tx) => tx.getRepository(UserEntity).save(row));
  }

  async update(id: number, change: Partial<UserEntity>): Promise<void> {
    await this.uow.run((tx) => tx.getRepository(UserEntity).update({ id }, change));
  }

  /** Only while the hash is still the one that was checked. */
  async replaceHash(id: number, from: string, to: string): Promise<void> {
    await this.uow.run((tx) => tx.getRepository(UserEntity).update({ id, passwordHash: from }, { passwordHash: to }));
  }

  /** Active admins, held against concurrent change until the unit of work ends. SQLite has one writer at a time anyway. */
  lockActiveAdmins(): Promise<UserEntity[]> {
    const query = this.rows
      .createQueryBuilder('user')
      .where({ role: 'admin', disabledAt: IsNull() })
      .orderBy('user.id', 'ASC');
    const isSqlite = this.uow.manager.connection.options.type === 'better-sqlite3';
    return (isSqlite ? query : query.setLock('pessimistic_write')).getMany();
  }

  private get rows() {
    return this.uow.manager.getRepository(UserEntity);
  }
}
