import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { SettlementProgress } from '../../contracts/settlements.js';
import { count, instant, key, money, words } from '../columns.js';

/** One comparison of a day's settlements with our books: who, when, from where, and what came of it. */
@Entity('settlement_runs')
@Index('uq_settlement_runs_public_id', ['publicId'], { unique: true })
@Index('uq_settlement_runs_open', ['openDay'], { unique: true })
@Index('ix_settlement_runs_day', ['day', 'id'])
@Check('chk_settlement_runs_status', "status in ('running', 'completed', 'incomplete')")
@Check('chk_settlement_runs_source', "source in ('bank', 'file')")
export class SettlementRunEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(key(26))
  publicId: string;

  /** The day of the payout, `YYYY-MM-DD`, Indian calendar. */
  @Column(key(10))
  day: string;

  /** The day while the run is under way, else null: the unique key allows one run a day at a time. */
  @Column(key(10, { nullable: true }))
  openDay: string | null;

  @Column(key(8))
  source: 'bank' | 'file';

  @Column(words(120, { nullable: true }))
  fileName: string | null;

  /** SHA-256 of the file. */
  @Column(key(64, { nullable: true }))
  fileHash: string | null;

  @Column(key(12))
  status: 'running' | 'completed' | 'incomplete';

  @Column(words(500, { nullable: true }))
  problem: string | null;

  @Column(key(12))
  actorKind: string;

  @Column(count({ nullable: true }))
  startedBy: number | null;

  @Column(instant())
  startedAt: Date;

  /** Written again and again while it runs; null for runs from before it was kept. */
  @Column(instant({ nullable: true }))
  aliveAt: Date | null;

  /** The process that runs it; null for runs from before it was kept. */
  @Column(key(26, { nullable: true }))
  leaseInstance: string | null;

  @Column(instant({ nullable: true }))
  finishedAt: Date | null;

  /** What it is doing; null before the first step and after the end. */
  @Column(key(12, { nullable: true }))
  progressStep: SettlementProgress['step'] | null;

  @Column(count({ default: 0 }))
  progressDone: number;

  @Column(count({ default: 0 }))
  progressTotal: number;

  @Column(count({ default: 0 }))
  batchCount: number;

  @Column(count({ default: 0 }))
  lineCount: number;

  /** Lines that no run had seen before. */
  @Column(count({ default: 0 }))
  newLineCount: number;

  @Column(count({ default: 0 }))
  matchedCount: number;

  @Column(count({ default: 0 }))
  exceptionCount: number;

  /** Payments that the bank confirmed because the settlement named them. */
  @Column(count({ default: 0 }))
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
