import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Role } from '../../domain/roles.js';

export interface NewUser {
  name: string;
  email: string;
  role: Role;
  passwordHash: string;
  at: Date;
  /** Waits for the invitation to be accepted. */
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

  listAll(): Promise<UserEntity[]> {
    return this.rows.find({ order: { id: 'ASC' } });
  }

  async isEmpty(): Promise<boolean> {
    return (await this.rows.count()) === 0;
  }

  /** @param user its e-mail in normal form. Fails on the unique index when the e-mail is taken. */
  async insert({ name, email, role, passwordHash, at, invited = false }: NewUser): Promise<UserEntity> {
    const row = this.rows.create({ name, email, emailKey: email, role, passwordHash, disabledAt: null });
    Object.assign(row, { passwordChangedAt: at, invitedAt: invited ? at : null, createdAt: at, updatedAt: at });
    return this.uow.run((tx) => tx.getRepository(UserEntity).save(row));
  }

  async update(id: number, change: Partial<UserEntity>): Promise<void> {
    await this.uow.run((tx) => tx.getRepository(UserEntity).update({ id }, change));
  }

  /** Devices that signed in to the account before are strangers from here on. Joins the unit of work of the reason. */
  async endDeviceTrust(id: number): Promise<void> {
    await this.uow.run((tx) => tx.getRepository(UserEntity).increment({ id }, 'deviceEpoch', 1));
  }

  /** @returns false when the invitation has been accepted or withdrawn in the meantime */
  async deleteInvited(id: number): Promise<boolean> {
    const result = await this.uow.run((tx) => tx.getRepository(UserEntity).delete({ id, invitedAt: Not(IsNull()) }));
    return result.affected === 1;
  }

  /** Of two requests with one code, and of two codes of one step, the first counts. */
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

  /** Before the first code. @returns false for an account whose second factor is on */
  async setTotpSecret(id: number, sealed: string): Promise<boolean> {
    const result = await this.uow.run((tx) =>
      tx.getRepository(UserEntity).update({ id, totpEnabledAt: IsNull() }, { totpSecret: sealed, totpLastStep: null }),
    );
    return result.affected === 1;
  }

  /** @returns false when it is on already, or another secret has been made since */
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

  /** @returns false when it is off already */
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

  /** Only while the hash is still the one that was checked. @returns false when it is not */
  async changePassword(id: number, from: string, to: string, at: Date): Promise<boolean> {
    const result = await this.uow.run((tx) =>
      tx
        .getRepository(UserEntity)
        .update({ id, passwordHash: from }, { passwordHash: to, passwordChangedAt: at, updatedAt: at }),
    );
    return result.affected === 1;
  }

  /** Only while the hash is still the one that was checked. */
  async replaceHash(id: number, from: string, to: string): Promise<void> {
    await this.uow.run((tx) => tx.getRepository(UserEntity).update({ id, passwordHash: from }, { passwordHash: to }));
  }

  /** Active admins, those who can sign in, held against concurrent change until the unit of work ends. SQLite has one writer at a time anyway. */
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
