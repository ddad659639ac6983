import type { AuditChain, AuditRow } from '../../../contracts/audit.js';
import type { AuditAnchorEntity } from '../../../database/entities/audit-anchor.entity.js';
import type { AuditLogEntity } from '../../../database/entities/audit-log.entity.js';
import { auditActionLabel, auditActorLabel } from '../../../domain/audit/audit-actions.js';
import { auditSentence } from '../../../domain/audit/audit-sentences.js';
import { reviewEndLabel, type ReviewEnd, reviewReasonLabel } from '../../../domain/payment/review-rules.js';
import { bankCodeMeaning } from '../../../domain/bank-hash/bank-code-meanings.js';
import { isErasedEmail } from '../../../domain/people/erased-customer.js';
import { neverSentCause } from '../../../domain/refund/unsent-refunds.js';
import { type AuditNaming, ENDINGS } from './audit-names.queries.js';

/** Who an entry's sentence begins with, where it is nobody's account. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  customer: 'The customer',
  return: "The customer's return",
  advice: "The bank's message",
  poll: 'The poll job',
  cli: 'Somebody at the command line',
  system: 'The product',
};

export function presentAuditRow(row: AuditLogEntity, names: AuditNaming): AuditRow {
  const actor = row.actorUserId === null ? undefined : names.users.get(row.actorUserId);
  const isDecision = row.subjectType === 'review';
  const sale = names.sales.get(`${row.subjectType}:${row.subjectId}`);
  const code = codeOf(row, names);
  const from = isDecision && row.fromValue ? reviewReasonLabel(row.fromValue) : row.fromValue;
  const to = isDecision && row.toValue ? (reviewEndLabel(row.toValue as ReviewEnd) ?? row.toValue) : row.toValue;
  return {
    id: String(row.id),
    seq: row.seq,
    at: row.at.toISOString(),
    actor: { label: actor?.name ?? auditActorLabel(row.actorKind), email: actor?.email ?? null },
    action: row.action,
    actionLabel: auditActionLabel(row.action),
    sentence: auditSentence({
      action: row.action,
      who: actor?.name ?? BEGINNINGS[row.actorKind] ?? 'Somebody',
      isStaff: row.actorKind === 'staff',
      subjectId: row.subjectId,
      from,
      to,
      reason: row.reason,
      sale: sale ? { ...sale, code, customer: isErasedEmail(sale.email) ? ERASED : sale.customer } : null,
      person: personOf(row, names),
    }),
    bankCode: code === null ? null : { code, meaning: bankCodeMeaning(code) },
    subject: subjectOf(row, names),
    from,
    to,
    reason: row.reason,
    requestId: row.requestId,
  };
}

const ERASED = 'an erased customer';

function personOf({ subjectType, subjectId }: AuditLogEntity, { users, customers }: AuditNaming): string | null {
  if (subjectType === 'user') return users.get(Number(subjectId))?.name ?? null;
  return customers.get(subjectId) ?? (subjectType === 'customer' && subjectId !== 'none' ? ERASED : null);
}

/** The bank's code that an entry is about: of a payment, that of the newest attempt of its time. Later attempts have codes of their own. */
function codeOf({ action, subjectType, subjectId, at, reason }: AuditLogEntity, names: AuditNaming): string | null {
  if (action === 'refund.rejected')
    return neverSentCause(reason) === null ? (names.sales.get(`${subjectType}:${subjectId}`)?.code ?? null) : null;
  if (!ENDINGS.includes(action)) return null;
  const attempts = names.attempts.get(subjectId) ?? [];
  return attempts.findLast(({ createdAt }) => createdAt <= at)?.code ?? null;
}

function subjectOf({ subjectType: type, subjectId: id }: AuditLogEntity, names: AuditNaming): AuditRow['subject'] {
  const user = type === 'user' ? names.users.get(Number(id)) : undefined;
  const label = user ? user.email : type === 'payment' ? id : `${type} ${id}`;
  const paymentId = names.sales.get(`${type}:${id}`)?.paymentId ?? (type === 'payment' ? id : null);
  return { type, id, label, paymentId };
}

export function presentChain(anchor: AuditAnchorEntity, unsealed: number): AuditChain {
  return {
    sealedTo: anchor.lastSeq,
    lastHash: anchor.lastHash,
    unsealed,
    checkedAt: anchor.checkedAt?.toISOString() ?? null,
    checkedFrom: anchor.checkedFrom,
    checkedTo: anchor.checkedTo,
    fault: anchor.checkFault,
  };
}
