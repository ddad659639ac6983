import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Role } from '../../domain/people/roles.js';

export interface NewUser {
  name: string;
  email: string;
  role: Role;
  passwordHash: string;
  at: Date;
  /** The invitation is not accepted yet. */
  invited?: boolean;
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

  /** Locked FOR UPDATE until the end of the unit of work. SQLite has one writer at a time anyway. @returns the current row */
  findForUpdate(id: number): Promise<UserEntity | null> {
    const query = this.rows.createQueryBuilder('user').where({ id });
    return (this.uow.isSqlite ? query : query.setLock('pessimistic_write')).getOne();
  }

  /** As `findForUpdate`, for an account that is there. */
  async getForUpdate(id: number): Promise<UserEntity> {
    const user = await this.findForUpdate(id);
    if (!user) throw new Error(`the account ${id} is gone`);
    return user;
  }

  listAll(): Promise<UserEntity[]> {
    return this.rows.find({ order: { id: 'ASC' } });
  }

  async isEmpty(): Promise<boolean> {
    return (await this.rows.count()) === 0;
  }

  /** @param user with its email in normal form. Fails on the unique index when the email is taken. */
  async insert({ name, email, role, passwordHash, at, invited = false }: NewUser): Promise<UserEntity> {
    const row = this.rows.create({ name, email, emailKey: email, role, passwordHash, disabledAt: null });
    Object.assign(row, { passwordChangedAt: at, invitedAt: invited ? at : null, createdAt: at, updatedAt: at });
    return this.uow.run((tx) => tx.getRepository(UserEntity).save(row));
  }

  async update(id: number, change: Partial<UserEntity>): Promise<void> {
    await this.uow.run((tx) => tx.getRepository(UserEntity).update({ id }, change));
  }

  /** Compare-and-set, of an admin. @returns false when projects or role have changed meanwhile */
  async setProjectIds({ id, projectIds }: UserEntity, to: string | null, updatedAt: Date): Promise<boolean> {
    const where = { id, role: 'admin' as const, projectIds: projectIds ?? IsNull() };
    const result = await this.uow.run((tx) =>
      tx.getRepository(UserEntity).update(where, { projectIds: to, updatedAt }),
    );
    return result.affected === 1;
  }

  /** Ends the trust in all devices of the account. Joins the current unit of work. */
  async endDeviceTrust(id: number): Promise<void> {
    await this.uow.run((tx) => tx.getRepository(UserEntity).increment({ id }, 'deviceEpoch', 1));
  }

  /** Compare-and-set. @returns false when the invitation was accepted or withdrawn meanwhile */
  async deleteInvited(id: number): Promise<boolean> {
    const result = await this.uow.run((tx) => tx.getRepository(UserEntity).delete({ id, invitedAt: Not(IsNull()) }));
    return result.affected === 1;
  }

  /** Compare-and-set: of two requests with one code, or two codes of one step, the first counts. */
  async takeTotpStep(id: number, step: number): Promise<boolean> {
    const result = await this.uow.run((tx) =>
      tx
        .createQueryBuilder()
        .update(UserEntity)
        .set({ totpLastStep: step })
        .where('id = :id AND totp_enabled_at IS NOT NULL', { id })
        .andWhere('(totp_last_step IS NULL OR totp_last_step < :step)', { step })
        .execute(),
    );
    return result.affected === 1;
  }

  /** Stores the seed before the first code. @returns false when the second factor is on */
  async setTotpSecret(id: number, sealed: string): Promise<boolean> {
    const result = await this.uow.run((tx) =>
      tx.getRepository(UserEntity).update({ id, totpEnabledAt: IsNull() }, { totpSecret: sealed, totpLastStep: null }),
    );
    return result.affected === 1;
  }

  /** Compare-and-set. @returns false when it is on already, or another seed was created since */
  async enableTotp(id: number, sealed: string, step: number, at: Date): Promise<boolean> {
    const result = await this.uow.run((tx) =>
      tx
        .getRepository(UserEntity)
        .update(
          { id, totpEnabledAt: IsNull(), totpSecret: sealed },
          { totpEnabledAt: at, totpLastStep: step, updatedAt: at },
        ),
    );
    return result.affected === 1;
  }

  /** Compare-and-set. @returns false when it is off already */
  async disableTotp(id: number, at: Date): Promise<boolean> {
    const result = await this.uow.run((tx) =>
      tx
        .getRepository(UserEntity)
        .update(
          { id, totpEnabledAt: Not(IsNull()) },
          { totpEnabledAt: null, totpSecret: null, totpLastStep: null, updatedAt: at },
        ),
    );
    return result.affected === 1;
  }

  /** Compare-and-set on the hash that was checked. @returns false when it has changed */
  async changePassword(id: number, from: string, to: string, at: Date): Promise<boolean> {
    const result = await this.uow.run((tx) =>
      tx
        .getRepository(UserEntity)
        .update({ id, passwordHash: from }, { passwordHash: to, passwordChangedAt: at, updatedAt: at }),
    );
    return result.affected === 1;
  }

  /** Compare-and-set on the hash that was checked. */
  async replaceHash(id: number, from: string, to: string): Promise<void> {
    await this.uow.run((tx) => tx.getRepository(UserEntity).update({ id, passwordHash: from }, { passwordHash: to }));
  }

  /** Locks the active admins until the unit of work ends. SQLite has one writer at a time anyway. */
  lockActiveAdmins(): Promise<UserEntity[]> {
    const query = this.rows
      .createQueryBuilder('user')
      .where({ role: 'admin', disabledAt: IsNull(), invitedAt: IsNull() })
      .orderBy('user.id', 'ASC');
    return (this.uow.isSqlite ? query : query.setLock('pessimistic_write')).getMany();
  }

  private get rows() {
    return this.uow.manager.getRepository(UserEntity);
  }
}
