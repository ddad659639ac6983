import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '../../domain/people/roles.js';
import { integer, instant, binaryKey, text } from '../columns.js';

/** A member of staff. Customers have no account. */
@Entity('users')
@Index('uq_users_email_key', ['emailKey'], { unique: true })
@Check('chk_users_role', "role in ('admin', 'sales_manager')")
export class UserEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(text(120))
  name: string;

  @Column(text(254))
  email: string;

  /** Normalised email, the lookup key of accounts. */
  @Column(binaryKey(254))
  emailKey: string;

  @Column(binaryKey(16))
  role: Role;

  @Column(binaryKey(255))
  passwordHash: string;

  @Column(instant())
  passwordChangedAt: Date;

  @Column(instant({ nullable: true }))
  disabledAt: Date | null;

  /** Set until the invitation is accepted; the account's password is unknown to everybody until then. */
  @Column(instant({ nullable: true }))
  invitedAt: Date | null;

  @Column(instant({ nullable: true }))
  lastSignInAt: Date | null;

  /** Sealed. Active once `totpEnabledAt` is set; until then it waits for the first code. */
  @Column(binaryKey(255, { nullable: true }))
  totpSecret: string | null;

  @Column(instant({ nullable: true }))
  totpEnabledAt: Date | null;

  /** The 30-second step of the last accepted code: no code is valid twice. */
  @Column(integer({ nullable: true }))
  totpLastStep: number | null;

  /** Incremented to end the trust in devices that signed in before. */
  @Column(integer({ default: 0 }))
  deviceEpoch: number;

  /** How this person wants the staff pages, as `domain/people/preferences` writes it; null: as they are at first. */
  @Column(binaryKey(255, { nullable: true }))
  preferences: string | null;

  /** The projects that an admin is limited to, as `domain/people/project-rights` writes them; null: all projects. */
  @Column(binaryKey(2000, { nullable: true }))
  projectIds: string | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
