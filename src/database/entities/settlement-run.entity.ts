import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { SettlementProgress } from '../../contracts/settlements.js';
import { integer, instant, binaryKey, money, text } from '../columns.js';

/** A reconciliation run of a day: who, when, source and result. */
@Entity('settlement_runs')
@Index('uq_settlement_runs_public_id', ['publicId'], { unique: true })
@Index('uq_settlement_runs_open', ['openDay'], { unique: true })
@Index('ix_settlement_runs_day', ['day', 'id'])
@Check('chk_settlement_runs_status', "status in ('running', 'completed', 'incomplete')")
@Check('chk_settlement_runs_source', "source in ('bank', 'file')")
export class SettlementRunEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(binaryKey(26))
  publicId: string;

  /** The day of the payouts, `YYYY-MM-DD`, IST. */
  @Column(binaryKey(10))
  day: string;

  /** The day while the run is under way, else null: the unique key allows one run a day at a time. */
  @Column(binaryKey(10, { nullable: true }))
  openDay: string | null;

  @Column(binaryKey(8))
  source: 'bank' | 'file';

  @Column(text(120, { nullable: true }))
  fileName: string | null;

  /** SHA-256 of the file. */
  @Column(binaryKey(64, { nullable: true }))
  fileHash: string | null;

  @Column(binaryKey(12))
  status: 'running' | 'completed' | 'incomplete';

  @Column(text(500, { nullable: true }))
  problem: string | null;

  @Column(binaryKey(12))
  actorKind: string;

  @Column(integer({ nullable: true }))
  startedBy: number | null;

  @Column(instant())
  startedAt: Date;

  /** Heartbeat; null for runs of older releases. */
  @Column(instant({ nullable: true }))
  aliveAt: Date | null;

  /** The process that runs it; null for runs of older releases. */
  @Column(binaryKey(26, { nullable: true }))
  leaseInstance: string | null;

  @Column(instant({ nullable: true }))
  finishedAt: Date | null;

  /** The current step; null before the first step and after the end. */
  @Column(binaryKey(12, { nullable: true }))
  progressStep: SettlementProgress['step'] | null;

  @Column(integer({ default: 0 }))
  progressDone: number;

  @Column(integer({ default: 0 }))
  progressTotal: number;

  @Column(integer({ default: 0 }))
  batchCount: number;

  @Column(integer({ default: 0 }))
  lineCount: number;

  /** Lines that are new. */
  @Column(integer({ default: 0 }))
  newLineCount: number;

  @Column(integer({ default: 0 }))
  matchedCount: number;

  @Column(integer({ default: 0 }))
  exceptionCount: number;

  /** Payments that a STATUS answer completed because the settlement named them. */
  @Column(integer({ default: 0 }))
  recoveredCount: number;

  /** Paise; sales less refunds, as the next three. */
  @Column(money({ default: 0 }))
  matchedAmount: number;

  @Column(money({ default: 0 }))
  lineAmount: number;

  @Column(money({ default: 0 }))
  settledAmount: number;

  @Column(money({ default: 0 }))
  charges: number;

  @Column(money({ default: 0 }))
  tax: number;
}
