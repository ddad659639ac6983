import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ProjectState } from '../../domain/projects/project-rules.js';
import { binaryKey, instant, integer, text } from '../columns.js';

/** What is sold: one launch with its own registration, terms and, later, events and prices. Null: as in the settings. */
@Entity('projects')
@Index('uq_projects_code', ['code'], { unique: true })
@Check('chk_projects_state', "state in ('draft', 'selling', 'closed')")
export class ProjectEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** Short name for commands and addresses. */
  @Column(binaryKey(20))
  code: string;

  @Column(text(120, { nullable: true }))
  name: string | null;

  @Column(text(160, { nullable: true }))
  legalName: string | null;

  @Column(text(300, { nullable: true }))
  address: string | null;

  @Column(binaryKey(254, { nullable: true }))
  supportEmail: string | null;

  @Column(binaryKey(20, { nullable: true }))
  supportPhone: string | null;

  /** Registration under the Real Estate Act. */
  @Column(binaryKey(60, { nullable: true }))
  reraNumber: string | null;

  /** The authority's page of the registration, https. */
  @Column(binaryKey(300, { nullable: true }))
  reraUrl: string | null;

  @Column(binaryKey(10, { default: 'selling' }))
  state: ProjectState;

  /** Languages of the terms, `en` or `en,hi`; null: both. */
  @Column(binaryKey(5, { nullable: true }))
  languages: string | null;

  /** The merchant profile of new attempts; null: the default one. */
  @Column(binaryKey(30, { nullable: true }))
  merchantProfile: string | null;

  @Column(integer({ default: 0 }))
  version: number;

  /** 1: some tier has a limit (`quota_counters`); whoever moves units locks the row shared and looks here. */
  @Column(integer({ default: 0 }))
  hasQuotas: number;

  /** SHA-256 of the picture in `project_logos`; null: the company's is shown. */
  @Column(binaryKey(64, { nullable: true }))
  logoDigest: string | null;

  /** Its size in pixels. */
  @Column(integer({ nullable: true }))
  logoWidth: number | null;

  @Column(integer({ nullable: true }))
  logoHeight: number | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
