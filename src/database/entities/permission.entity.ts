import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { integer, flag, instant, binaryKey } from '../columns.js';

/** A switch of admins, off at first: `refunds`, and `admin_totp` (admins need a second factor). */
@Entity('permissions')
@Index('uq_permissions_name', ['name'], { unique: true })
export class PermissionEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(binaryKey(20))
  name: string;

  @Column(flag())
  isEnabled: boolean;

  @Column(integer({ default: 0 }))
  version: number;

  @Column(integer({ nullable: true }))
  updatedBy: number | null;

  @Column(instant({ nullable: true }))
  updatedAt: Date | null;
}
