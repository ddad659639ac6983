import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { binaryKey, instant, integer, text } from '../columns.js';
import { ProjectEntity } from './project.entity.js';
import { UserEntity } from './user.entity.js';

/** Where and when a project is sold. The default event, row 1, has no days and every seller who is assigned to none. */
@Entity('events')
@Index('ix_events_project', ['projectId'])
export class EventEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** Never changed: payments hold both. */
  @Column(integer())
  projectId: number;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_events_project' })
  project?: Relation<ProjectEntity>;

  @Column(text(120))
  name: string;

  @Column(text(160, { nullable: true }))
  place: string | null;

  /** IST day, `YYYY-MM-DD`; null: open. */
  @Column(binaryKey(10, { nullable: true }))
  firstDay: string | null;

  @Column(binaryKey(10, { nullable: true }))
  lastDay: string | null;

  /** Opening hours, as people read them. */
  @Column(text(60, { nullable: true }))
  hours: string | null;

  @Column(integer({ default: 0 }))
  version: number;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}

/** Who sells in which event. */
@Entity('event_sellers')
@Index('uq_event_sellers', ['userId', 'eventId'], { unique: true })
@Index('ix_event_sellers_event', ['eventId'])
export class EventSellerEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(integer())
  eventId: number;

  @ManyToOne(() => EventEntity)
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'fk_event_sellers_event' })
  event?: Relation<EventEntity>;

  @Column(integer())
  userId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_event_sellers_user' })
  user?: Relation<UserEntity>;

  @Column(instant())
  createdAt: Date;
}
