import { istDayText } from '../calendar/ist-parts.js';
import { isIstDay } from '../calendar/ist-day.js';
import { formatInr } from '../money/money.js';
import { endingReasonOf } from '../payment/ending-reasons.js';
import { type AnyReviewReason, REVIEW_REASONS, reviewReasonLabel } from '../payment/review-rules.js';
import { type TokenType, tokenLabel } from '../payment/token-catalogue.js';
import type { RefundOrigin } from '../refund/refund-rules.js';
import { neverSentCause } from '../refund/unsent-refunds.js';
import { type AuditActionName, auditActionLabel, isAuditAction } from './audit-actions.js';

/** What a sentence about an audit entry is made of. Names are looked up when it is shown: the log itself holds none. */
export interface AuditFacts {
  action: string;
  /** Beginning of a sentence: the name of a member of staff, or e.g. `The poll job`. */
  who: string;
  /** A member of staff, not the product or the bank. */
  isStaff: boolean;
  subjectId: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  /** The payment that it is about; null when it is about none, or that is gone. */
  sale: {
    customer: string;
    tier: TokenType;
    /** Null before the payment completes. */
    tokenNumber: string | null;
    /** Paise: of the refund or of what is under review, else the price. */
    amount: number;
    /** Name of whoever requested the refund; null without one. */
    requestedBy: string | null;
    /** Of the refund: money that went back without an order of ours is recorded as one. Null without a refund. */
    origin: RefundOrigin | null;
    /** The bank's code with which the attempt ended, or that on the refund. */
    code: string | null;
  } | null;
  /** Name of the member of staff, or of the customer, that it is about. */
  person: string | null;
}

type Sentence = (facts: AuditFacts) => string;

const SOMEBODY = 'somebody';
const sum = ({ sale }: AuditFacts) => (sale ? formatInr(sale.amount) : 'money');
const buyer = ({ sale }: AuditFacts) => sale?.customer ?? 'a customer';
const token = ({ sale }: AuditFacts) => (sale?.tokenNumber ? `, ${sale.tokenNumber}` : '');
const tier = ({ sale }: AuditFacts) => (sale ? `${tokenLabel(sale.tier)} token` : 'token');
const person = (facts: AuditFacts) => facts.person ?? SOMEBODY;
const link = (facts: AuditFacts) => `the payment link of ${sum(facts)} for ${buyer(facts)}`;
const refund = (facts: AuditFacts) => `the refund of ${sum(facts)} to ${buyer(facts)}${token(facts)}`;
const payment = (facts: AuditFacts) => `the payment of ${sum(facts)} by ${buyer(facts)}${token(facts)}`;
const given = (facts: AuditFacts) => `${sum(facts)} to ${buyer(facts)}${token(facts)}`;
/** Only an order is a request; the others record what the bank has done. */
const REFUNDS: Readonly<Record<RefundOrigin, { requested: string; completed: Sentence }>> = {
  order: {
    requested: 'requested a refund of',
    completed: (facts) => `${facts.sale?.requestedBy ?? 'The bank'} refunded ${given(facts)}`,
  },
  reversal: {
    requested: 'recorded a reversal by the bank of',
    completed: (facts) => `The bank returned ${given(facts)}, by itself`,
  },
  outside: {
    requested: 'recorded a refund outside of TokenDesk of',
    completed: (facts) => `The bank gave back ${given(facts)}, outside of TokenDesk`,
  },
};
const refundWords = ({ sale }: AuditFacts) => REFUNDS[sale?.origin ?? 'order'];
const day = (text: string) => (isIstDay(text) ? istDayText(text) : text);
const settlementDay = ({ reason }: AuditFacts) => (reason ? ` of ${day(reason.slice(0, 10))}` : '');
const rows = ({ to }: AuditFacts) => {
  const count = /^(\d+) rows$/.exec(to ?? '')?.[1];
  return count === undefined ? 'payments' : count === '1' ? '1 payment' : `${count} payments`;
};
const asFile = ({ from }: AuditFacts) => (from ? ` as ${from.toUpperCase()}` : '');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const by =
  (verb: string, object: Sentence): Sentence =>
  (facts) =>
    `${facts.who} ${verb} ${object(facts)}`;
const staff = (verb: string): Sentence => by(verb, person);
/** What people do with their own account; an entry of the command line has no other subject. */
const self =
  (words: string): Sentence =>
  (facts) =>
    `${capital(person(facts))} ${words}`;
const renewed = by('renewed', link);

/** Why a payment ended unpaid, at the end of a sentence; nothing where neither we nor the bank gave a reason. */
function ending({ reason: statusReason, sale }: AuditFacts, status: 'failed' | 'cancelled'): string {
  const code = sale?.code ?? null;
  if (statusReason === null && code === null) return '';
  const reason = endingReasonOf({ status, statusReason, code });
  return `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

/** Staff who ask the bank find these; they have not cancelled the link. */
const FOUND_ENDINGS: readonly (string | null)[] = ['cancelled_by_customer', 'link_expired'];
/** An older entry holds as its reason what staff had written. */
const isCancelledByStaff = ({ isStaff, reason }: AuditFacts) => isStaff && !FOUND_ENDINGS.includes(reason);

/** One for each review reason. */
const OPENED = Object.fromEntries(
  REVIEW_REASONS.map((reason): [string, Sentence] => [
    `payment.review.${reason}`,
    (facts) => `A review was opened for ${payment(facts)}: ${reviewReasonLabel(reason).toLowerCase()}`,
  ]),
) as Readonly<Record<`payment.review.${AnyReviewReason}`, Sentence>>;

/** Every audit action as a sentence: one that is missing does not compile. */
const SENTENCES: Readonly<Record<AuditActionName, Sentence>> = {
  'payment.created': by('made', (facts) => `a payment link of ${sum(facts)} for ${buyer(facts)}, ${tier(facts)}`),
  'payment.link_mailed': by('mailed', link),
  'payment.link_renewed': renewed,
  'customer.looked_up': ({ who }) => `${who} looked up which links and tokens a person has`,
  'payment.pending': renewed,
  'payment.initiated': (facts) => `${capital(buyer(facts))} was sent to the bank to pay ${sum(facts)}`,
  'payment.completed': (facts) => `${capital(buyer(facts))} paid ${sum(facts)} for a ${tier(facts)}${token(facts)}`,
  'payment.failed': (facts) => `${capital(payment(facts))} failed${ending(facts, 'failed')}`,
  'payment.cancelled': (facts) =>
    isCancelledByStaff(facts)
      ? by('cancelled', link)(facts)
      : `${capital(link(facts))} was cancelled${ending(facts, 'cancelled')}`,
  'payment.refunded': (facts) => `${capital(payment(facts))} is refunded in full`,
  'test_payment.created': (facts) => {
    const paise = Number(/^(\d+) paise$/.exec(facts.to ?? '')?.[1]);
    return `${facts.who} made a test payment${Number.isSafeInteger(paise) ? ` of ${formatInr(paise)}` : ''}`;
  },
  ...OPENED,
  'review.decided': by('decided', (facts) => `the review of ${payment(facts)}: ${decision(facts)}`),
  'review.closed': (facts) => `The review of ${payment(facts)} ended: ${decision(facts)}`,
  'review.reopened': (facts) => `The review of ${payment(facts)} is open again: its refund was not carried out`,
  'refund.requested': (facts) => `${facts.who} ${refundWords(facts).requested} ${given(facts)}`,
  'refund.processing': (facts) => `The bank accepted ${refund(facts)}`,
  'refund.unknown': (facts) => `The bank has not answered clearly about ${refund(facts)}`,
  'refund.completed': (facts) => refundWords(facts).completed(facts),
  'refund.rejected': (facts) => {
    const neverSent = neverSentCause(facts.reason);
    return neverSent === null
      ? `The bank rejected ${refund(facts)}`
      : `${capital(refund(facts))} was never sent: ${neverSent}`;
  },
  'permission.toggled': ({ who, subjectId, to }) =>
    subjectId === 'admin_totp'
      ? `${who} ${to === 'on' ? 'made the second factor a duty of admins' : 'no longer asks admins for a second factor'}`
      : `${who} switched refunds ${to === 'on' ? 'on' : 'off'}`,
  'upgrade.created': by('made', (facts) => `an upgrade link for ${buyer(facts)}, ${facts.subjectId}`),
  'upgrade.reset': by('reset', (facts) => `the failed upgrades of ${buyer(facts)}, ${facts.subjectId}`),
  'token.upgraded': (facts) =>
    `${capital(buyer(facts))} upgraded ${facts.subjectId}${facts.reason ? ` to ${facts.reason}` : ''}`,
  'token.upgrade_refunded': (facts) =>
    `${capital(buyer(facts))} got the upgrade refunded: ${facts.subjectId} is valid again`,
  'token.upgrade_revoked': (facts) =>
    `The upgrade of ${buyer(facts)}, ${facts.subjectId}, was revoked: the payment of ${facts.reason ?? 'its token'} was reversed`,
  'settlement.completed': by('reconciled', (facts) => `the settlement${settlementDay(facts)}`),
  'settlement.incomplete': (facts) => `The reconciliation of the settlement${settlementDay(facts)} ended early`,
  'day.closed': by('closed', ({ subjectId }) => day(subjectId)),
  'export.completed': by('exported', (facts) => `${rows(facts)}${asFile(facts)}`),
  'export.aborted': (facts) => `${facts.who} exported payments${asFile(facts)}; it stopped after ${rows(facts)}`,
  'export.failed': (facts) => `${facts.who} exported payments${asFile(facts)}, which failed`,
  'holiday.added': by('added', ({ to, subjectId }) => `the bank holiday ${to ?? ''}, ${day(subjectId)}`),
  'holiday.removed': by('removed', ({ from, subjectId }) => `the bank holiday ${from ?? ''}, ${day(subjectId)}`),
  'view.shared': ({ who }) => `${who} shared a view of the payments`,
  'view.changed': ({ who }) => `${who} changed a shared view of the payments`,
  'view.unshared': ({ who }) => `${who} no longer shares a view of the payments`,
  'view.deleted': ({ who }) => `${who} deleted a shared view of the payments`,
  'project.created': by('made', ({ subjectId }) => `the project ${subjectId}`),
  'event.created': by('made', ({ subjectId, to }) => `the event ${to ?? subjectId}`),
  'event.changed': by('changed', ({ subjectId }) => `the event ${subjectId}`),
  'event.seller-added': by('assigned', ({ subjectId }) => `a seller to the event ${subjectId}`),
  'event.seller-removed': by('took', ({ subjectId }) => `a seller out of the event ${subjectId}`),
  'project.changed': by('changed', ({ subjectId }) => `the project ${subjectId}`),
  'project.logo-changed': ({ who, subjectId, to }) =>
    `${who} ${to === null ? 'removed' : 'changed'} the logo of the project ${subjectId}`,
  'catalogue.created': by('made', ({ subjectId, to }) => {
    const [project = '', number] = subjectId.split(':');
    return `${number ? `version ${number}` : 'a version'} of the catalogue of the project ${project}${to ? `, ${to}` : ''}`;
  }),
  'terms.created': by('made', ({ subjectId, to }) => {
    const [project = '', number] = subjectId.split(':');
    return `${number ? `version ${number}` : 'a version'} of the terms of the project ${project}${to ? `, ${to}` : ''}`;
  }),
  'quota.changed': by('set', ({ subjectId, from, to, reason }) => {
    const [project = '', tier] = subjectId.split(':');
    return `the limit${tier ? ` of ${tier}` : ''} in the project ${project} from ${from ?? 'none'} to ${to ?? 'none'}${reason ? `, for ${reason}` : ''}`;
  }),
  'privacy.reported': by('reported', (facts) => `what is stored about ${facts.person ?? 'a customer'}`),
  'privacy.erased': ({ who }) => `${who} erased a customer's personal data`,
  'privacy.purged': ({ who }) => `${who} erased old personal data`,
  'auth.login': self('signed in'),
  'auth.logout': self('signed out'),
  'staff.created': staff('created the account of'),
  'staff.disabled': staff('disabled the account of'),
  'staff.enabled': staff('enabled the account of'),
  'staff.password-reset': staff('reset the password of'),
  'staff.password-chosen': self('chose a new password by link'),
  'staff.invited': staff('invited'),
  'staff.invitation-resent': staff('sent the invitation again to'),
  'staff.invitation-withdrawn': staff('withdrew the invitation of'),
  'staff.invitation-accepted': self('accepted the invitation'),
  'staff.role-changed': by('made', (facts) => `${person(facts)} ${role(facts.to)}`),
  'staff.projects-changed': by('changed', (facts) => `the projects of ${person(facts)}: ${rights(facts)}`),
  'staff.session-ended': by(
    'ended',
    (facts) => `${facts.to === 'all' ? 'all sessions' : 'a session'} of ${person(facts)}`,
  ),
  'auth.session-ended': (facts) =>
    self(facts.to === 'one' ? 'ended one of their sessions' : 'ended all their other sessions')(facts),
  'auth.password-changed': self('changed their password'),
  'auth.password-forgotten': (facts) => `A password link was asked for, for ${person(facts)}`,
  'auth.recovery-code-used': self('used a recovery code'),
  'auth.recovery-codes-made': self('made new recovery codes'),
  'auth.factor-on': self('switched on their second factor'),
  'auth.factor-off': (facts) =>
    facts.who === facts.person
      ? self('switched off their second factor')(facts)
      : staff('switched off the second factor of')(facts),
  'audit.exported': ({ who }) => `${who} exported the audit log`,
  'audit.verified': ({ who, to }) =>
    `${who} checked the audit chain: ${to === 'whole' ? 'it is whole' : 'it was tampered with'}`,
  'secrets.resealed': ({ who }) => `${who} encrypted stored secrets with the new key`,
};

/** @param to what was decided, as a label */
function decision({ to, from }: AuditFacts): string {
  const words = to ?? from ?? 'ended';
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function rights({ from, to }: AuditFacts): string {
  return `${from ?? 'all'} before, ${to ?? 'all'} now`;
}

function role(name: string | null): string {
  return name === 'admin' ? 'an admin' : 'a sales manager';
}

/** What an entry says, for people: who did what with whom. Pure. An action of another version is shown by its name. */
export function auditSentence(facts: AuditFacts): string {
  const { action, who } = facts;
  return isAuditAction(action) ? SENTENCES[action](facts) : `${who}: ${auditActionLabel(action)}`;
}
