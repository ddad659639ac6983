import { PAYMENT_STATUSES } from './payment-status.js';
import { REFUND_STATUSES } from './refund-rules.js';
import { REVIEW_REASONS, reviewReasonLabel } from './review-rules.js';

export interface AuditAction {
  action: string;
  label: string;
}

export interface AuditActionGroup {
  group: string;
  actions: AuditAction[];
}

const named = (entries: Readonly<Record<string, string>>): AuditAction[] =>
  Object.entries(entries).map(([action, label]) => ({ action, label }));

const PAYMENT_WORDS: Readonly<Record<(typeof PAYMENT_STATUSES)[number], string>> = {
  pending: 'Payment link renewed',
  initiated: 'Customer sent to the bank',
  completed: 'Payment completed',
  failed: 'Payment failed',
  cancelled: 'Payment cancelled',
  refunded: 'Payment refunded in full',
};

const REFUND_WORDS: Readonly<Record<(typeof REFUND_STATUSES)[number], string>> = {
  requested: 'Refund requested',
  processing: 'Refund taken by the bank',
  unknown: 'Refund unclear',
  completed: 'Refund completed',
  rejected: 'Refund rejected',
};

/** Every action that the audit log knows, in the groups and words that people see. Whatever writes a new one adds it here. */
export const AUDIT_ACTIONS: readonly AuditActionGroup[] = [
  {
    group: 'Payments',
    actions: [
      ...named({
        'payment.created': 'Payment link created',
        'payment.link_mailed': 'Payment link mailed',
        'payment.link_renewed': 'Payment link renewed while pending',
        'customer.looked_up': 'Open links and tokens of a person looked up',
      }),
      ...PAYMENT_STATUSES.map((status) => ({ action: `payment.${status}`, label: PAYMENT_WORDS[status] })),
    ],
  },
  {
    group: 'Reviews',
    actions: [
      ...REVIEW_REASONS.map((reason) => ({
        action: `payment.review.${reason}`,
        label: `Review opened: ${reviewReasonLabel(reason).toLowerCase()}`,
      })),
      ...named({
        'review.decided': 'Review decided',
        'review.closed': 'Review closed after its refund',
        'review.reopened': 'Review open again: the refund was rejected',
      }),
    ],
  },
  {
    group: 'Refunds',
    actions: [
      ...REFUND_STATUSES.map((status) => ({ action: `refund.${status}`, label: REFUND_WORDS[status] })),
      ...named({ 'permission.toggled': 'Refunds switched on or off' }),
    ],
  },
  {
    group: 'Upgrades',
    actions: named({
      'upgrade.created': 'Upgrade link created',
      'upgrade.reset': 'Failed upgrades reset',
      'token.upgraded': 'Token upgraded',
      'token.upgrade_refunded': 'Upgrade refunded, gold token valid again',
      'token.upgrade_revoked': 'Upgrade revoked, gold payment reversed',
    }),
  },
  {
    group: 'Staff',
    actions: named({
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
      'staff.session-ended': 'Session ended by an admin',
      'auth.session-ended': 'Own session ended',
      'auth.password-changed': 'Own password changed',
      'auth.password-forgotten': 'Password link asked for',
      'auth.recovery-code-used': 'Recovery code used',
      'auth.recovery-codes-made': 'New recovery codes made',
      'auth.factor-on': 'Second factor switched on',
      'auth.factor-off': 'Second factor switched off',
    }),
  },
  {
    group: 'Audit log',
    actions: named({ 'audit.exported': 'Audit log exported', 'audit.verified': 'Audit chain checked' }),
  },
];

const WORDS = new Map(AUDIT_ACTIONS.flatMap(({ actions }) => actions.map(({ action, label }) => [action, label])));

export function isAuditAction(action: string): boolean {
  return WORDS.has(action);
}

/** In plain words; an action of an older or newer version is shown as it is. */
export function auditActionLabel(action: string): string {
  return WORDS.get(action) ?? action;
}

/** Who acts when it is nobody of the staff by name. */
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
