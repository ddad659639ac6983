import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { integer, instant, binaryKey, text } from '../columns.js';
import { UserEntity } from './user.entity.js';

/** A customer of one seller: the same seller, email and name give the same row. */
@Entity('customers')
@Index('uq_customers_identity', ['salesManagerId', 'emailKey', 'nameKey'], { unique: true })
@Index('ix_customers_email_key', ['emailKey'])
@Index('ix_customers_phone', ['phone'])
@Index('ix_customers_name_key', ['nameKey'])
@Index('ix_customers_updated', ['updatedAt', 'id'])
export class CustomerEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(integer())
  salesManagerId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'sales_manager_id', foreignKeyConstraintName: 'fk_customers_sales_manager' })
  salesManager?: Relation<UserEntity>;

  @Column(text(120))
  name: string;

  /** Lower case, single spaces: for search and identity. */
  @Column(binaryKey(120))
  nameKey: string;

  @Column(text(254))
  email: string;

  @Column(binaryKey(254))
  emailKey: string;

  /** `+91` and ten digits. */
  @Column(binaryKey(16, { nullable: true }))
  phone: string | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
