/** The content of an audit entry, without its sequence number. */
export interface AuditContent {
  id: number;
  at: Date;
  actorUserId: number | null;
  actorKind: string;
  action: string;
  subjectType: string;
  subjectId: string;
  fromValue: string | null;
  toValue: string | null;
  reason: string | null;
  requestId: string | null;
}

/** The hash before the first row. */
export const GENESIS_HASH = '0'.repeat(64);

const FORM = 'audit-1';

/**
 * The canonical form, the same on every engine: a JSON list in a fixed order, the instant in UTC with milliseconds. The
 * sequence number is not part of it, so that an inserted row can be told from a changed one.
 */
export function canonicalAuditRow(row: AuditContent): string {
  const at = Number.isNaN(row.at.getTime()) ? null : row.at.toISOString();
  const { id, actorUserId, actorKind, action, subjectType, subjectId, fromValue, toValue, reason, requestId } = row;
  return JSON.stringify([
    FORM, id, at, actorUserId, actorKind, action, subjectType, subjectId, fromValue, toValue, reason, requestId,
  ]); // prettier-ignore
}

/**
 * changed: the content differs from what was sealed · missing: a row was deleted · inserted: a row was added between others ·
 * cut-off: rows at the end are gone · resealed: hashes fit, but the seals are not of this installation · anchor: the stored
 * head of the chain was changed.
 */
export type ChainFaultKind = 'changed' | 'missing' | 'inserted' | 'cut-off' | 'resealed' | 'anchor';

export interface ChainFault {
  kind: ChainFaultKind;
  /** The first sequence number that does not fit. */
  seq: number;
  /** The id of the row there; null where there is none. */
  rowId: number | null;
}

/** One sentence for people. */
export function describeFault({ kind, seq, rowId }: ChainFault): string {
  const row = `#${seq}${rowId === null ? '' : ` (row ${rowId})`}`;
  switch (kind) {
    case 'changed':
      return `${row} was changed after it had been sealed.`;
    case 'missing':
      return `${row} is missing.`;
    case 'inserted':
      return `${row} was inserted; it was never sealed in this place.`;
    case 'cut-off':
      return `The end is cut off: ${row} and what follows are gone.`;
    case 'resealed':
      return `${row} fits the row before it, but was not sealed by this installation's key.`;
    case 'anchor':
      return `The note of where the chain ends does not fit ${row}.`;
  }
}
