import type { PaymentStatus } from '../payment/payment-status.js';
import type { RefundStatus } from '../refund/refund-rules.js';
import { type AnyReviewReason, REVIEW_REASONS, reviewReasonLabel } from '../payment/review-rules.js';

export interface AuditAction {
  action: string;
  label: string;
}

export interface AuditActionGroup {
  group: string;
  actions: AuditAction[];
}

/** The labels under keys with the prefix in front. */
function prefixed<Prefix extends string, Key extends string>(
  prefix: Prefix,
  labels: Readonly<Record<Key, string>>,
): Record<`${Prefix}${Key}`, string> {
  const entries = Object.entries<string>(labels).map(([key, label]) => [`${prefix}${key}`, label]);
  return Object.fromEntries(entries) as Record<`${Prefix}${Key}`, string>;
}

const PAYMENT_WORDS: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Payment link renewed',
  initiated: 'Customer sent to the bank',
  completed: 'Payment completed',
  failed: 'Payment failed',
  cancelled: 'Payment cancelled',
  refunded: 'Payment refunded in full',
};

const REFUND_WORDS: Readonly<Record<RefundStatus, string>> = {
  requested: 'Refund requested',
  processing: 'Refund accepted by the bank',
  unknown: 'Refund unclear',
  completed: 'Refund completed',
  rejected: 'Refund rejected',
};

const REVIEW_WORDS = Object.fromEntries(
  REVIEW_REASONS.map((reason) => [reason, `Review opened: ${reviewReasonLabel(reason).toLowerCase()}`]),
) as Readonly<Record<AnyReviewReason, string>>;

/** Every audit action with its group and label. An action that is not listed does not compile. */
const GROUPS = [
  {
    group: 'Payments',
    labels: {
      'payment.created': 'Payment link created',
      'payment.link_mailed': 'Payment link mailed',
      'payment.link_renewed': 'Payment link renewed while pending',
      'customer.looked_up': 'Open links and tokens of a person looked up',
      ...prefixed('payment.', PAYMENT_WORDS),
      'test_payment.created': 'Test payment created',
    },
  },
  {
    group: 'Reviews',
    labels: {
      ...prefixed('payment.review.', REVIEW_WORDS),
      'review.decided': 'Review decided',
      'review.closed': 'Review closed after its refund',
      'review.reopened': 'Review open again: the refund was not carried out',
    },
  },
  {
    group: 'Refunds',
    labels: { ...prefixed('refund.', REFUND_WORDS), 'permission.toggled': 'Refunds switched on or off' },
  },
  {
    group: 'Upgrades',
    labels: {
      'upgrade.created': 'Upgrade link created',
      'upgrade.reset': 'Failed upgrades reset',
      'token.upgraded': 'Token upgraded',
      'token.upgrade_refunded': 'Upgrade refunded, gold token valid again',
      'token.upgrade_revoked': 'Upgrade revoked, gold payment reversed',
    },
  },
  {
    group: 'Books',
    labels: {
      'settlement.completed': 'Settlement reconciled',
      'settlement.incomplete': 'Settlement reconciliation ended early',
      'day.closed': 'Day closed',
      'export.completed': 'Payments exported',
      'export.aborted': 'Payments export stopped before its end',
      'export.failed': 'Payments export failed',
      'holiday.added': 'Bank holiday added',
      'holiday.removed': 'Bank holiday removed',
    },
  },
  {
    group: 'Shared views',
    labels: {
      'view.shared': 'View of the payments shared',
      'view.changed': 'Shared view changed',
      'view.unshared': 'View no longer shared',
      'view.deleted': 'Shared view deleted',
    },
  },
  {
    group: 'Projects, events, catalogue and terms',
    labels: {
      'project.created': 'Project made',
      'project.changed': 'Project changed',
      'project.logo-changed': 'Logo of a project changed',
      'event.created': 'Event made',
      'event.changed': 'Event changed',
      'event.seller-added': 'Seller assigned to an event',
      'event.seller-removed': 'Seller taken out of an event',
      'catalogue.created': 'Version of a catalogue made',
      'terms.created': 'Version of terms made',
      'quota.changed': 'Limit of a tier changed',
    },
  },
  {
    group: 'Personal data',
    labels: {
      'privacy.reported': 'Data about a customer reported',
      'privacy.erased': 'Customer erased',
      'privacy.purged': 'Old personal data erased',
    },
  },
  {
    group: 'Staff',
    labels: {
      'auth.login': 'Signed in',
      'auth.logout': 'Signed out',
      'staff.created': 'Staff account created',
      'staff.disabled': 'Staff account disabled',
      'staff.enabled': 'Staff account enabled',
      'staff.password-reset': 'Password reset',
      'staff.password-chosen': 'New password chosen by link',
      'staff.invited': 'Staff invited',
      'staff.invitation-resent': 'Invitation sent again',
      'staff.invitation-withdrawn': 'Invitation withdrawn',
      'staff.invitation-accepted': 'Invitation accepted',
      'staff.role-changed': 'Role changed',
      'staff.projects-changed': 'Projects of an admin changed',
      'staff.session-ended': 'Session ended by an admin',
      'auth.session-ended': 'Own session ended',
      'auth.password-changed': 'Own password changed',
      'auth.password-forgotten': 'Password link asked for',
      'auth.recovery-code-used': 'Recovery code used',
      'auth.recovery-codes-made': 'New recovery codes made',
      'auth.factor-on': 'Second factor switched on',
      'auth.factor-off': 'Second factor switched off',
    },
  },
  {
    group: 'Audit log and secrets',
    labels: {
      'audit.exported': 'Audit log exported',
      'audit.verified': 'Audit chain checked',
      'secrets.resealed': 'Stored secrets encrypted with the new key',
    },
  },
] as const;

type LabelsOf<Group> = Group extends { labels: infer Labels } ? keyof Labels & string : never;
export type AuditActionName = LabelsOf<(typeof GROUPS)[number]>;

export const AUDIT_ACTIONS: readonly AuditActionGroup[] = GROUPS.map(({ group, labels }) => ({
  group,
  actions: Object.entries<string>(labels).map(([action, label]) => ({ action, label })),
}));

const WORDS = new Map(AUDIT_ACTIONS.flatMap(({ actions }) => actions.map(({ action, label }) => [action, label])));

export function isAuditAction(action: string): action is AuditActionName {
  return WORDS.has(action);
}

/** The label; an action of another version is shown as it is. */
export function auditActionLabel(action: string): string {
  return WORDS.get(action) ?? action;
}

/** Actors other than a named member of staff. */
export const AUDIT_ACTORS = [
  { kind: 'staff', label: 'Staff' },
  { kind: 'customer', label: 'Customer' },
  { kind: 'return', label: "Customer's return from the bank" },
  { kind: 'advice', label: "Bank's message" },
  { kind: 'poll', label: 'Poll job' },
  { kind: 'cli', label: 'Command line' },
  { kind: 'system', label: 'System' },
] as const;

export function auditActorLabel(kind: string): string {
  return AUDIT_ACTORS.find((actor) => actor.kind === kind)?.label ?? kind;
}
