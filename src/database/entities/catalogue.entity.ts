import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import { binaryKey, flag, instant, integer, money, text } from '../columns.js';
import { ProjectEntity } from './project.entity.js';

/** One version of a project's catalogue, with its tiers and paths. Append-only: a correction is the next version. */
@Entity('catalogue_versions')
@Index('uq_catalogue_versions_number', ['projectId', 'number'], { unique: true })
export class CatalogueVersionEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(integer())
  projectId: number;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_catalogue_versions_project' })
  project?: Relation<ProjectEntity>;

  /** From 1 in each project. */
  @Column(integer())
  number: number;

  /** The IST day on which it begins. */
  @Column(binaryKey(10))
  effectiveFrom: string;

  /** SHA-256 of the version's text; it stands in the audit log too. */
  @Column(binaryKey(64))
  digest: string;

  /** Null: from the command line, or by the migration. */
  @Column(integer({ nullable: true }))
  createdBy: number | null;

  @Column(instant())
  createdAt: Date;
}

/** What a version says of one tier. Append-only. */
@Entity('catalogue_tiers')
@Index('uq_catalogue_tiers_tier', ['versionId', 'tokenType', 'code'], { unique: true })
@Check('chk_catalogue_tiers_type', "token_type in ('gold', 'silver', 'platinum')")
@Check('chk_catalogue_tiers_price', 'price >= 1')
export class CatalogueTierEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(integer())
  versionId: number;

  @ManyToOne(() => CatalogueVersionEntity)
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'fk_catalogue_tiers_version' })
  version?: Relation<CatalogueVersionEntity>;

  /** Its medal. */
  @Column(binaryKey(10))
  tokenType: TokenType;

  /** Empty: it equals the medal. */
  @Column(binaryKey(10, { default: '' }))
  code: string;

  /** Order on the sales pages, from 1. */
  @Column(integer())
  position: number;

  @Column(flag())
  offered: boolean;

  @Column(text(40))
  name: string;

  /** Paise. */
  @Column(money())
  price: number;

  @Column(text(300, { nullable: true }))
  description: string | null;

  /** IST days; null: no limit. */
  @Column(binaryKey(10, { nullable: true }))
  saleFrom: string | null;

  @Column(binaryKey(10, { nullable: true }))
  saleTo: string | null;

  /** Of the token numbers. */
  @Column(binaryKey(4))
  prefix: string;

  /** Digits of the token numbers, padded with zeros. */
  @Column(integer())
  width: number;
}

/** A path of upgrades that a version opens. Append-only. */
@Entity('catalogue_upgrade_paths')
@Index('uq_catalogue_upgrade_paths_tiers', ['versionId', 'fromType', 'toType'], { unique: true })
export class CatalogueUpgradePathEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(integer())
  versionId: number;

  @ManyToOne(() => CatalogueVersionEntity)
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'fk_catalogue_upgrade_paths_version' })
  version?: Relation<CatalogueVersionEntity>;

  /** Codes of tiers; the columns held medals before there were codes. */
  @Column(binaryKey(10))
  fromType: string;

  @Column(binaryKey(10))
  toType: string;

  /** Paise; null: the difference. */
  @Column(money({ nullable: true }))
  price: number | null;
}

/** A number series belongs to one tier of one project for good: its prefix is unique across projects. */
@Entity('number_series')
export class NumberSeriesEntity {
  @PrimaryColumn({ type: 'varchar', length: 4 })
  prefix: string;

  @Column(integer())
  projectId: number;

  /** The column held medals before there were codes. */
  @Column(binaryKey(10, { name: 'token_type' }))
  tierCode: string;
}
