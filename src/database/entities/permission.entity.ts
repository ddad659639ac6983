import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { count, flag, instant, key } from '../columns.js';

/** A switch that admins hold, off until somebody puts it on: `refunds`, and `admin_totp` (admins need a second factor). */
@Entity('permissions')
@Index('uq_permissions_name', ['name'], { unique: true })
export class PermissionEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(key(20))
  name: string;

  @Column(flag())
  isEnabled: boolean;

  @Column(count({ default: 0 }))
  version: number;

  @Column(count({ nullable: true }))
  updatedBy: number | null;

  @Column(instant({ nullable: true }))
  updatedAt: Date | null;
}
