import type { TimelineEntry, TimelineKind } from '../../contracts/admin-details.js';
import type { GatewayCallbackEntity } from '../../database/entities/gateway-callback.entity.js';
import type { MailOutboxEntity } from '../../database/entities/mail-outbox.entity.js';
import type { PaymentEventEntity } from '../../database/entities/payment-event.entity.js';
import type { TermsAgreementEntity } from '../../database/entities/terms-agreement.entity.js';
import { tokenLabel } from '../../domain/payment/token-catalogue.js';
import { tiersOfUpgrade } from '../../domain/upgrade/upgrade-paths.js';
import { formatInr } from '../../domain/money/money.js';
import type { RefundOrigin } from '../../domain/refund/refund-rules.js';
import { neverSentCause } from '../../domain/refund/unsent-refunds.js';
import type { PaymentEventType } from '../../domain/payment/payment-events.js';
import { statusLabel } from '../../domain/payment/payment-status.js';
import { NO_LONGER_TRUE } from '../../mail/index.js';
import type { TimelineRecords } from './details.queries.js';

const ACTORS: Readonly<Record<string, string>> = {
  staff: 'Staff',
  customer: 'Customer',
  bank: 'Bank',
  return: 'Customer',
  advice: 'Bank',
  cli: 'Command line',
};
const SYSTEM = 'TokenDesk';

const EVENTS: Readonly<Partial<Record<PaymentEventType, { kind: TimelineKind; title: string }>>> = {
  created: { kind: 'created', title: 'Payment link created' },
  'invoice.created': { kind: 'bank', title: 'Invoice made at the bank' },
  'invoice.refused': { kind: 'bank', title: 'The bank refused the invoice' },
  'invoice.exists': { kind: 'bank', title: 'The bank has the invoice already' },
  'invoice.not-sent': { kind: 'bank', title: 'The bank could not be reached for the invoice' },
  'invoice.unknown': { kind: 'bank', title: 'The bank gave no answer about the invoice' },
  'link-ended': { kind: 'staff', title: 'Payment link ended' },
  'link.mailed': { kind: 'mail', title: 'Payment link mailed on request' },
  'receipt.mailed': { kind: 'mail', title: 'Receipt mailed on request' },
  'review.ended': { kind: 'review', title: 'Review ended' },
  reissued: { kind: 'staff', title: 'Payment link reissued' },
  'refund.requested': { kind: 'refund', title: 'Refund requested' },
  'refund.processing': { kind: 'refund', title: 'Refund accepted by the bank' },
  'refund.unknown': { kind: 'refund', title: 'Refund not confirmed by the bank yet' },
  'refund.completed': { kind: 'refund', title: 'Refund completed' },
  'refund.rejected': { kind: 'refund', title: 'Refund rejected' },
};

/** Money that went back without an order of ours: nobody requested it, and no bank was told to pay it. */
const UNORDERED: Readonly<Record<string, Readonly<Partial<Record<RefundOrigin, string>>>>> = {
  'refund.requested': { reversal: 'Return by the bank recorded', outside: 'Refund outside of TokenDesk recorded' },
  'refund.completed': { reversal: 'Returned by the bank', outside: 'Given back outside of TokenDesk' },
};

const MAILS: Readonly<Record<string, string>> = {
  receipt: 'Receipt',
  'receipt-copy': 'Receipt, asked for again',
  'payment-link': 'Payment link',
  'refund-accepted': 'Notice of an accepted refund',
  'refund-completed': 'Notice of a completed refund',
  'payment-reversed': 'Notice that the bank has returned the payment',
  'refund-rejected': 'Notice of a refund that was not carried out',
  'payment-late': 'Notice of a late payment',
  'payment-review': 'Notice that the payment needs review',
};

type Event = Omit<TimelineEntry, 'at'> & { at: Date };

/** The history of a payment, oldest first, for staff. */
export function timelineOf(records: TimelineRecords): TimelineEntry[] {
  const entries = [
    ...records.events.map((event) => eventEntry(event, records)),
    ...milestones(records),
    ...records.notices.map(noticeEntry),
    ...upgradesOf(records),
    ...records.mails.flatMap(mailEntries),
    ...records.agreements.map(agreementEntry),
  ];
  // Rows of one unit of work have the same instant; insertion order is kept.
  return entries
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((entry) => ({ ...entry, at: entry.at.toISOString() }));
}

/** The same for the seller: the words of mail servers and the ids of requests are for whoever looks after the server. */
export function sellersTimelineOf(records: TimelineRecords): TimelineEntry[] {
  return timelineOf({
    ...records,
    mails: records.mails.map((mail) => ({
      ...mail,
      lastError: mail.lastError && sellersReason(mail),
    })),
    agreements: records.agreements.map((agreement) => ({ ...agreement, ip: null })),
  }).map((entry) => ({ ...entry, requestId: null }));
}

function sellersReason({ status, lastError }: MailOutboxEntity): string {
  if (status !== 'failed') return 'another try follows';
  return lastError === NO_LONGER_TRUE ? NO_LONGER_TRUE : 'it was not taken';
}

export function actorName(kind: string, userId: number | null, staff: ReadonlyMap<number, string>): string {
  return (userId !== null && staff.get(userId)) || (ACTORS[kind] ?? SYSTEM);
}

function eventEntry(event: PaymentEventEntity, { staff, refunds }: TimelineRecords): Event {
  const { type, source, actorUserId, requestId, createdAt } = event;
  const facts = detailOf(event.detail);
  const origin = refunds.find(({ publicId }) => publicId === facts['refund'])?.origin ?? 'order';
  const neverSent = type === 'refund.rejected' ? neverSentCause(String(facts['reason'])) : null;
  const { kind, title } = titleOfEvent(type);
  return {
    at: createdAt,
    kind,
    title: neverSent === null ? (UNORDERED[type]?.[origin] ?? title) : 'Refund not sent to the bank',
    detail: sentenceOf({ ...facts, ...(neverSent !== null && { reason: neverSent }) }),
    actor: actorName(source, actorUserId, staff),
    requestId,
  };
}

function titleOfEvent(type: PaymentEventType): { kind: TimelineKind; title: string } {
  const known = EVENTS[type];
  if (known) return known;
  if (type.startsWith('status.')) return { kind: 'status', title: statusLabel(type.slice('status.'.length)) };
  if (type.startsWith('review.'))
    return { kind: 'review', title: `Needs review: ${plain(type.slice('review.'.length))}` };
  if (type.startsWith('refund.')) return { kind: 'refund', title: `Refund ${plain(type.slice('refund.'.length))}` };
  return { kind: 'staff', title: capitalised(plain(type)) };
}

/** Instants stored on the payment alone. */
function milestones({ payment, attempts }: TimelineRecords): Event[] {
  const entry = (at: Date | null, title: string, detail: string | null = null): Event[] =>
    at === null ? [] : [{ at, kind: 'customer', title, detail, actor: 'Customer', requestId: null }];
  return [
    ...entry(payment.openedAt, 'Payment page opened'),
    ...attempts.flatMap(({ sentAt, number }) => entry(sentAt, 'Went to the bank', `Attempt ${number}`)),
  ];
}

function agreementEntry({ termsVersion, language, ip, agreedAt, requestId }: TermsAgreementEntity): Event {
  const text = language === 'hi' ? 'Hindi text' : 'English text';
  return {
    at: agreedAt,
    kind: 'customer',
    title: `Agreed to the terms, version ${termsVersion?.number ?? '?'}`,
    detail: ip === null ? text : `${text} · from ${ip}`,
    actor: 'Customer',
    requestId,
  };
}

function noticeEntry(notice: GatewayCallbackEntity): Event {
  const { channel, receivedAt, responseCode, responseText, deliveries } = notice;
  const bankText = [responseCode && `code ${responseCode}`, responseText].filter(Boolean).join(': ');
  const times = deliveries > 1 ? `received ${deliveries} times` : null;
  return {
    at: receivedAt,
    kind: 'bank',
    title: channel === 'return' ? 'Came back from the bank' : "The bank's own notice arrived",
    detail: [bankText, times].filter(Boolean).join(' · ') || null,
    actor: channel === 'return' ? 'Customer' : 'Bank',
    requestId: null,
  };
}

function upgradesOf({ payment, upgrades, staff }: TimelineRecords): Event[] {
  return upgrades.flatMap((upgrade) => {
    const isSource = upgrade.sourcePaymentId === payment.id;
    const tier = tokenLabel(tiersOfUpgrade(upgrade.upgradeType).to);
    const other = isSource ? upgrade.upgradePayment : upgrade.sourcePayment;
    const base = { kind: 'upgrade' as const, requestId: null, detail: other?.tokenNumber ?? null };
    const made: Event = {
      ...base,
      at: upgrade.createdAt,
      title: `Upgrade to ${tier} for ${formatInr(upgrade.amount)} started`,
      actor: actorName('staff', upgrade.createdBy, staff),
    };
    if (upgrade.completedAt === null) return [made];
    const paid: Event = { ...base, at: upgrade.completedAt, title: `Upgrade to ${tier} paid`, actor: SYSTEM };
    // A completed one has a note once its refund, or the bank, has ended it: its last change.
    if (upgrade.notes === null) return [made, paid];
    const title = `Upgrade to ${tier} taken back`;
    return [made, paid, { ...base, at: upgrade.updatedAt, title, detail: upgrade.notes, actor: SYSTEM }];
  });
}

function mailEntries(mail: MailOutboxEntity): Event[] {
  const name = MAILS[mail.template] ?? `Mail “${plain(mail.template)}”`;
  const base = { kind: 'mail' as const, actor: SYSTEM, requestId: null };
  const queued: Event = { ...base, at: mail.createdAt, title: `${name} queued`, detail: null };
  if (mail.sentAt !== null) return [queued, { ...base, at: mail.sentAt, title: `${name} sent`, detail: null }];
  if (mail.lastError === null) return [queued];
  return [{ ...queued, detail: `${mail.status === 'failed' ? 'Given up' : 'Not delivered yet'}: ${mail.lastError}` }];
}

function detailOf(json: string | null): Record<string, unknown> {
  try {
    const facts: unknown = JSON.parse(json ?? '{}');
    return typeof facts === 'object' && facts !== null ? { ...facts } : {};
  } catch {
    return {};
  }
}

function sentenceOf({ amount, tokenNumber, reason, late }: Record<string, unknown>): string | null {
  const parts = [
    typeof amount === 'number' && formatInr(amount),
    typeof tokenNumber === 'string' && `token ${tokenNumber}`,
    typeof reason === 'string' && plain(reason),
    late === true && 'the money came late',
  ].filter((part) => typeof part === 'string');
  return parts.length > 0 ? capitalised(parts.join(' · ')) : null;
}

function plain(word: string): string {
  return word.replaceAll(/[_.-]/g, ' ').trim();
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
