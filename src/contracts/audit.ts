import type { AuditActionGroup } from '../domain/audit/audit-actions.js';

export interface AuditRow {
  id: string;
  /** The place in the chain; null until it is sealed, a moment after it was written. */
  seq: number | null;
  at: string;
  actor: { label: string; email: string | null };
  action: string;
  actionLabel: string;
  subject: {
    type: string;
    id: string;
    label: string;
    /** The payment that it is about, where there is one. */
    paymentId: string | null;
  };
  from: string | null;
  to: string | null;
  reason: string | null;
  requestId: string | null;
}

/** As in the address. Days are Asia/Kolkata. */
export interface AuditFilters {
  /** `user:<id>`, or who acts when nobody is signed in: `poll`, `cli` … */
  actor: string;
  action: string;
  /** A payment id, or the email of a member of staff. */
  subject: string;
  from: string;
  to: string;
  /** Part of the reason. */
  text: string;
}

export interface AuditChain {
  sealedTo: number;
  lastHash: string;
  unsealed: number;
  checkedAt: string | null;
  checkedFrom: number | null;
  checkedTo: number | null;
  /** What did not fit at the last check; null: whole. */
  fault: string | null;
}

/** GET /api/admin/audit, newest first. */
export interface AuditList {
  rows: AuditRow[];
  /** For `after`; null where the list ends. */
  newer: string | null;
  /** For `before`; null where the list ends. */
  older: string | null;
}

export interface AuditPage extends AuditList {
  filters: AuditFilters;
  /** One text per filter that could not be read; the list is then empty. */
  problems: Record<string, string>;
  chain: AuditChain;
  actors: { value: string; label: string }[];
  actions: AuditActionGroup[];
}
