import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { binaryKey, instant, integer, text } from '../columns.js';
import { ProjectEntity } from './project.entity.js';

/** One version of a project's terms. Append-only: a correction is the next version. */
@Entity('terms_versions')
@Index('uq_terms_versions_number', ['projectId', 'number'], { unique: true })
export class TermsVersionEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(integer())
  projectId: number;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_terms_versions_project' })
  project?: Relation<ProjectEntity>;

  /** From 1 in each project. */
  @Column(integer())
  number: number;

  /** The IST day on which it begins. */
  @Column(binaryKey(10))
  effectiveFrom: string;

  @Column(text(600))
  summaryEn: string;

  /** Markdown. */
  @Column({ type: 'text' })
  bodyEn: string;

  @Column(text(600, { nullable: true }))
  summaryHi: string | null;

  @Column({ type: 'text', nullable: true })
  bodyHi: string | null;

  /** SHA-256 of the texts; it stands in the audit log too. */
  @Column(binaryKey(64))
  digest: string;

  /** Null: from the command line. */
  @Column(integer({ nullable: true }))
  createdBy: number | null;

  @Column(instant())
  createdAt: Date;
}
