import type { AuditActionGroup } from '../domain/audit/audit-actions.js';
import type { ProjectOption } from '../domain/projects/project-filter.js';

/** One audit entry. */
export interface AuditRow {
  /** Internal id of the entry. */
  id: string;
  /** Position in the hash chain; null until the entry is sealed, shortly after it was written. */
  seq: number | null;
  /** Time of the entry, ISO 8601 UTC. */
  at: string;
  /** Who did it: name and email address of a member of staff; `email` is null for any other actor. */
  actor: { label: string; email: string | null };
  /** Audit action, e.g. `refund.completed`. */
  action: string;
  /** Audit action as a text for people. */
  actionLabel: string;
  /** The entry as a sentence, with the names of today: `Anita Desai refunded ₹51,000 to Tara Sen, GO-000002`. */
  sentence: string;
  /** The bank's code behind it, with its meaning; null where the bank gave none. */
  bankCode: { code: string; meaning: string } | null;
  /** What the entry is about. */
  subject: {
    /** Kind of the subject, e.g. `payment`. */
    type: string;
    /** Id of the subject. */
    id: string;
    /** The subject as a text for people. */
    label: string;
    /** Public id of the payment that the entry is about; null when it is about none. */
    paymentId: string | null;
  };
  /** Value before the change; null where there is none. */
  from: string | null;
  /** Value after the change; null where there is none. */
  to: string | null;
  /** Reason that was given; null without one. */
  reason: string | null;
  /** `X-Request-Id` of the request that caused it; null without a request. */
  requestId: string | null;
}

/** The filters of the audit log as they stand in the address; an empty text is no filter. */
export interface AuditFilters {
  /** `user:<id>`, or the kind of an actor that is nobody's account, e.g. `poll` or `cli`; empty for no filter. */
  actor: string;
  /** Audit action; empty for no filter. */
  action: string;
  /** A payment id, or the email address of a member of staff; empty for no filter. */
  subject: string;
  /** First IST day, `YYYY-MM-DD`; empty for no limit. */
  from: string;
  /** Last IST day, `YYYY-MM-DD`; empty for no limit. */
  to: string;
  /** Part of the reason; empty for no filter. */
  text: string;
  /** Internal id of the project that the entry's payment is of; missing for no filter. */
  project?: string;
  /** Internal id of the event that the entry's payment is of; missing for no filter. */
  event?: string;
}

/** State of the hash chain of the audit log. */
export interface AuditChain {
  /** Position of the last sealed entry; 0 before the first one. */
  sealedTo: number;
  /** Hash of the last sealed entry, hexadecimal. */
  lastHash: string;
  /** Number of entries that are not sealed yet. */
  unsealed: number;
  /** Time of the last verification, ISO 8601 UTC; null before the first one. */
  checkedAt: string | null;
  /** First position that the last verification covered; null before the first one. */
  checkedFrom: number | null;
  /** Last position that the last verification covered; null before the first one. */
  checkedTo: number | null;
  /** What the last verification found wrong; null when it found nothing. */
  fault: string | null;
}

/** GET /api/admin/audit */
export interface AuditList {
  /** Audit entries, newest first. */
  rows: AuditRow[];
  /** Value of `after` for the page with newer entries; null when there are none. */
  newer: string | null;
  /** Value of `before` for the page with older entries; null when there are none. */
  older: string | null;
}

/** Props of the page of the audit log. */
export interface AuditPage extends AuditList {
  /** The filters of the list. */
  filters: AuditFilters;
  /** A sentence for each filter that could not be read, by its name; the list is then empty. */
  problems: Record<string, string>;
  /** State of the hash chain. */
  chain: AuditChain;
  /** Actors to choose from. */
  actors: { value: string; label: string }[];
  /** Audit actions to choose from, in groups. */
  actions: AuditActionGroup[];
  /** Projects and events to choose from; missing where there is only the default event. */
  projects?: ProjectOption[];
}
