import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { integer, instant, binaryKey } from '../columns.js';
import { UserEntity } from './user.entity.js';

/** Replaces the second factor once. Hashed like a password. */
@Entity('recovery_codes')
@Index('ix_recovery_codes_user', ['userId', 'usedAt'])
export class RecoveryCodeEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(integer())
  userId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_recovery_codes_user' })
  user?: Relation<UserEntity>;

  @Column(binaryKey(255))
  codeHash: string;

  @Column(instant({ nullable: true }))
  usedAt: Date | null;

  @Column(instant())
  createdAt: Date;
}
