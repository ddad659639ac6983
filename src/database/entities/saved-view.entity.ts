import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { binaryKey, flag, instant, integer, text } from '../columns.js';
import { UserEntity } from './user.entity.js';

/** Filters of the admin's list under a name. A search text is no part of it: it may name a customer. */
@Entity('saved_views')
@Index('uq_saved_views_public', ['publicId'], { unique: true })
@Index('uq_saved_views_name', ['ownerId', 'nameKey'], { unique: true })
@Index('ix_saved_views_shared', ['isShared'])
export class SavedViewEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(binaryKey(26))
  publicId: string;

  @Column(integer())
  ownerId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'owner_id', foreignKeyConstraintName: 'fk_saved_views_owner' })
  owner?: Relation<UserEntity>;

  @Column(text(40))
  name: string;

  /** The name in lower case, of which the owner has one. */
  @Column(binaryKey(80))
  nameKey: string;

  /** Query of the list's address. */
  @Column(text(300))
  query: string;

  @Column(flag())
  isShared: boolean;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
