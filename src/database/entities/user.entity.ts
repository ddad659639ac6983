import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '../../domain/roles.js';
import { count, instant, key, words } from '../columns.js';

/** A member of staff. Customers have no account. */
@Entity('users')
@Index('uq_users_email_key', ['emailKey'], { unique: true })
@Check('chk_users_role', "role in ('admin', 'sales_manager')")
export class UserEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(words(120))
  name: string;

  @Column(words(254))
  email: string;

  /** Normalised e-mail: the only thing that accounts are looked up by. */
  @Column(key(254))
  emailKey: string;

  @Column(key(16))
  role: Role;

  @Column(key(255))
  passwordHash: string;

  @Column(instant())
  passwordChangedAt: Date;

  @Column(instant({ nullable: true }))
  disabledAt: Date | null;

  /** Set until the invitation is accepted: nobody knows a password for the account before that. */
  @Column(instant({ nullable: true }))
  invitedAt: Date | null;

  @Column(instant({ nullable: true }))
  lastSignInAt: Date | null;

  /** Sealed. Counts only once `totpEnabledAt` is set; before that it waits for the first code. */
  @Column(key(255, { nullable: true }))
  totpSecret: string | null;

  @Column(instant({ nullable: true }))
  totpEnabledAt: Date | null;

  /** The 30-second step of the last code that was taken: no code counts twice. */
  @Column(count({ nullable: true }))
  totpLastStep: number | null;

  /** Raised when the account stops trusting the devices that signed in to it. */
  @Column(count({ default: 0 }))
  deviceEpoch: number;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
