import { Column, Entity, PrimaryColumn } from 'typeorm';
import { integer, instant, binaryKey, text } from '../columns.js';

/**
 * The head of the audit chain, one row. Locked while rows are sealed, so that one process does it at a time; shows a truncated
 * chain.
 */
@Entity('audit_anchor')
export class AuditAnchorEntity {
  /** Always 1. */
  @PrimaryColumn({ type: 'integer' })
  id: number;

  /** Sequence number of the last sealed row; 0: none. */
  @Column(integer())
  lastSeq: number;

  @Column(binaryKey(64))
  lastHash: string;

  @Column(integer())
  sealedCount: number;

  /** HMAC over the three columns above; empty while nothing is sealed. */
  @Column(binaryKey(64))
  seal: string;

  /** The keys of all seals, sealed themselves; null until the next row is sealed: derived from the encryption key. */
  @Column(binaryKey(255, { nullable: true }))
  chainKeys: string | null;

  @Column(integer({ default: 0 }))
  version: number;

  @Column(instant({ nullable: true }))
  sealedAt: Date | null;

  /** The last verification: its time, range and fault. */
  @Column(instant({ nullable: true }))
  checkedAt: Date | null;

  @Column(integer({ nullable: true }))
  checkedFrom: number | null;

  @Column(integer({ nullable: true }))
  checkedTo: number | null;

  /** Null: no fault. */
  @Column(text(255, { nullable: true }))
  checkFault: string | null;
}
