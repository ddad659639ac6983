import { Column, Entity, PrimaryColumn } from 'typeorm';
import { count, instant, key, words } from '../columns.js';

/**
 * Where the audit chain ends: one row. Held while rows are sealed, so that one process does it at a time, and what shows
 * that the end of the chain was cut off.
 */
@Entity('audit_anchor')
export class AuditAnchorEntity {
  /** Always 1. */
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** 0: nothing is sealed yet. */
  @Column(count())
  lastSeq: number;

  @Column(key(64))
  lastHash: string;

  @Column(count())
  sealedCount: number;

  /** HMAC over the three above; empty while nothing is sealed. */
  @Column(key(64))
  seal: string;

  /** The keys of all seals, sealed themselves; null until the next row is sealed: they come from the encryption key. */
  @Column(key(255, { nullable: true }))
  chainKeys: string | null;

  @Column(count({ default: 0 }))
  version: number;

  @Column(instant({ nullable: true }))
  sealedAt: Date | null;

  /** The last time that somebody walked the chain, as far back as which row, and what did not fit. */
  @Column(instant({ nullable: true }))
  checkedAt: Date | null;

  @Column(count({ nullable: true }))
  checkedFrom: number | null;

  @Column(count({ nullable: true }))
  checkedTo: number | null;

  /** Null: the chain was whole. */
  @Column(words(255, { nullable: true }))
  checkFault: string | null;
}
