import type { AuditChain, AuditRow } from '../../../contracts/audit.js';
import type { AuditAnchorEntity } from '../../../database/entities/audit-anchor.entity.js';
import type { AuditLogEntity } from '../../../database/entities/audit-log.entity.js';
import { auditActionLabel, auditActorLabel } from '../../../domain/audit/audit-actions.js';
import { reviewEndLabel, type ReviewEnd, reviewReasonLabel } from '../../../domain/payment/review-rules.js';
import type { AuditNaming } from './audit-names.queries.js';

export function presentAuditRow(row: AuditLogEntity, { users, payments }: AuditNaming): AuditRow {
  const actor = row.actorUserId === null ? undefined : users.get(row.actorUserId);
  const isDecision = row.subjectType === 'review';
  return {
    id: String(row.id),
    seq: row.seq,
    at: row.at.toISOString(),
    actor: { label: actor?.name ?? auditActorLabel(row.actorKind), email: actor?.email ?? null },
    action: row.action,
    actionLabel: auditActionLabel(row.action),
    subject: subjectOf(row, { users, payments }),
    from: isDecision && row.fromValue ? reviewReasonLabel(row.fromValue) : row.fromValue,
    to: isDecision && row.toValue ? (reviewEndLabel(row.toValue as ReviewEnd) ?? row.toValue) : row.toValue,
    reason: row.reason,
    requestId: row.requestId,
  };
}

function subjectOf({ subjectType: type, subjectId: id }: AuditLogEntity, names: AuditNaming): AuditRow['subject'] {
  const user = type === 'user' ? names.users.get(Number(id)) : undefined;
  const label = user ? user.email : type === 'payment' ? id : `${type} ${id}`;
  return { type, id, label, paymentId: names.payments.get(`${type}:${id}`) ?? null };
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
