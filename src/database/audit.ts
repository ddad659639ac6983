import { Injectable } from '@nestjs/common';
import type { AuditActionName } from '../domain/audit-actions.js';
import { Clock } from '../runtime/clock.js';
import { requestContext } from '../runtime/request-context.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditLogEntity } from './entities/audit-log.entity.js';
import { UnitOfWork } from './unit-of-work.js';

export interface AuditEntry {
  /** `staff` when somebody is signed in, else `cli` or `system`, when not given. */
  actorKind?: string;
  actorUserId?: number | null;
  action: AuditActionName;
  subjectType: string;
  subjectId: string;
  fromValue?: string | null;
  toValue?: string | null;
  reason?: string | null;
}

/** Writes who did what; the only writer of audit rows. Called inside the unit of work of the deed, so that neither exists without the other. */
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

/** An entry of the command line has no user of the product; the operating system user stands in its reason. */
function reasonOf({ reason }: AuditEntry, operator: string | undefined): string | null {
  if (operator === undefined) return reason ?? null;
  return reason ? `by ${operator}; ${reason}` : `by ${operator}`;
}

function shortened(text: string | null, codePoints: number): string | null {
  return text === null ? null : [...text].slice(0, codePoints).join('');
}
