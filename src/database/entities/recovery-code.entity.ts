import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { count, instant, key } from '../columns.js';
import { UserEntity } from './user.entity.js';

/** Stands in for the second factor once, when its device is lost. Hashed like a password. */
@Entity('recovery_codes')
@Index('ix_recovery_codes_user', ['userId', 'usedAt'])
export class RecoveryCodeEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(count())
  userId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_recovery_codes_user' })
  user?: Relation<UserEntity>;

  @Column(key(255))
  codeHash: string;

  @Column(instant({ nullable: true }))
  usedAt: Date | null;

  @Column(instant())
  createdAt: Date;
}
