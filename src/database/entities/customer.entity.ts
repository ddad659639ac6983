import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { count, instant, key, words } from '../columns.js';
import { UserEntity } from './user.entity.js';

/** A buyer as one sales manager registered them: the same manager, e-mail and name give the same row. */
@Entity('customers')
@Index('uq_customers_identity', ['salesManagerId', 'emailKey', 'nameKey'], { unique: true })
@Index('ix_customers_email_key', ['emailKey'])
@Index('ix_customers_phone', ['phone'])
@Index('ix_customers_name_key', ['nameKey'])
@Index('ix_customers_updated', ['updatedAt', 'id'])
export class CustomerEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(count())
  salesManagerId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'sales_manager_id', foreignKeyConstraintName: 'fk_customers_sales_manager' })
  salesManager?: Relation<UserEntity>;

  @Column(words(120))
  name: string;

  /** Lower case, single spaces: for search and identity. */
  @Column(key(120))
  nameKey: string;

  @Column(words(254))
  email: string;

  @Column(key(254))
  emailKey: string;

  /** `+91` and ten digits. */
  @Column(key(16, { nullable: true }))
  phone: string | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
