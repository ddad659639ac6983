import { Injectable } from '@nestjs/common';
import type { AuditActionName } from '../../../domain/audit/audit-actions.js';
import { Clock } from '../../../runtime/clock.js';
import { requestContext } from '../../../runtime/request-context.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditLogEntity } from '../../../database/entities/audit-log.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { clipped } from '../../../domain/files/clipped.js';

export interface AuditEntry {
  /** Default: `staff` when somebody is signed in, else `cli` or `system`. */
  actorKind?: string;
  actorUserId?: number | null;
  action: AuditActionName;
  subjectType: string;
  subjectId: string;
  fromValue?: string | null;
  toValue?: string | null;
  reason?: string | null;
}

/** The only writer of audit entries. Must run in the same transaction as the audited change. */
@Injectable()
export class AuditService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly sealer: AuditSealer,
  ) {}

  async write(entry: AuditEntry): Promise<void> {
    const context = requestContext();
    await this.uow.run(async (tx) => {
      await tx.getRepository(AuditLogEntity).insert({
        at: this.clock.now(),
        actorUserId: entry.actorUserId === undefined ? (context?.principal?.userId ?? null) : entry.actorUserId,
        actorKind: entry.actorKind ?? (context?.principal ? 'staff' : (context?.actorKind ?? 'system')),
        action: entry.action,
        subjectType: entry.subjectType,
        subjectId: entry.subjectId,
        fromValue: entry.fromValue ?? null,
        toValue: entry.toValue ?? null,
        reason: shortened(reasonOf(entry, context?.operator), 500),
        requestId: shortened(context?.requestId ?? null, 64),
      });
      await this.uow.afterCommit(() => this.sealer.nudge());
    });
  }
}

/** Entries of the command line have no user; the operating system user is stored in their reason. */
function reasonOf({ reason }: AuditEntry, operator: string | undefined): string | null {
  if (operator === undefined) return reason ?? null;
  return reason ? `by ${operator}; ${reason}` : `by ${operator}`;
}

function shortened(text: string | null, codePoints: number): string | null {
  return text === null ? null : clipped(text, codePoints);
}
