import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { QuotaData, UnitsLeft } from '../../contracts/quota.js';
import type { QuotaCounterEntity } from '../../database/entities/quota-counter.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import { MAX_UNIT_LIMIT, parseUnitLimit, unitsLeft } from '../../domain/quota/quota-rules.js';
import { Refusal } from '../../runtime/refusal.js';
import { AuditService } from '../audit/index.js';
import { Projects } from '../projects/index.js';
import { QuotaCountersRepository } from './quota-counters.repository.js';
import { QuotaPublisher } from './quota-publisher.js';

interface LimitChange {
  from: number | null;
  to: number | null;
}

/** The limits that admins set. */
@Injectable()
export class Quotas {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly projects: Projects,
    private readonly counters: QuotaCountersRepository,
    private readonly publisher: QuotaPublisher,
    private readonly audit: AuditService,
  ) {}

  /** Tiers with a limit. @throws PROJECT_NOT_FOUND */
  async list(code: string): Promise<QuotaData[]> {
    const { id } = await this.projects.get(code);
    return (await this.counters.list(id)).map(presentQuota);
  }

  /** What forms show; empty without limits. */
  async left(projectId: number): Promise<UnitsLeft[]> {
    return (await this.counters.list(projectId)).map(({ tokenType, version, ...counter }) => ({
      projectId,
      tokenType,
      left: unitsLeft({ ...counter, limit: counter.unitLimit }),
      version,
    }));
  }

  /**
   * Idempotent. A limit below what is sold and reserved is allowed: links that can be paid are still completed, and no new one is made.
   * @param text the limit; empty: none
   * @param dryRun checks and tells the change, and writes none
   * @throws PROJECT_NOT_FOUND, FIELD_ERRORS
   */
  set(code: string, tokenType: TokenType, text: string, { dryRun = false } = {}): Promise<LimitChange> {
    const limit = parseUnitLimit(text);
    if (limit === undefined) throw notALimit();
    return this.uow.run(async () => {
      const { id } = await this.projects.get(code);
      await this.counters.lockProject(id);
      const before = (await this.counters.find(id, tokenType))?.unitLimit ?? null;
      if (dryRun || before === limit) return { from: before, to: limit };
      await this.write(id, tokenType, before, limit);
      await this.record(code, tokenType, before, limit, null);
      await this.publisher.changed(id, tokenType);
      return { from: before, to: limit };
    });
  }

  /**
   * In the current unit of work: makes room for one unit more, unless there is room. Locks the tier's counter.
   * @param why for the audit log
   */
  async makeRoom(projectId: number, tokenType: TokenType, why: string): Promise<void> {
    if (!(await this.counters.hasQuotas(projectId))) return;
    const counter = await this.counters.lock(projectId, tokenType);
    if (!counter || unitsLeft({ ...counter, limit: counter.unitLimit }) > 0) return;
    const limit = counter.reserved + counter.sold + 1;
    const { code } = await this.projects.getById(projectId);
    await this.counters.setLimit(projectId, tokenType, limit);
    await this.record(code, tokenType, counter.unitLimit, limit, why);
  }

  /** The project is locked, so the count is exact: every sale comes before it, or changes the counter after it. */
  private async write(projectId: number, tokenType: TokenType, before: number | null, limit: number | null) {
    if (limit === null) return this.counters.remove(projectId, tokenType);
    if (before !== null) return this.counters.setLimit(projectId, tokenType, limit);
    const units = await this.counters.count(projectId, tokenType);
    return this.counters.insert({ projectId, tokenType, unitLimit: limit, ...units });
  }

  private record(code: string, tokenType: TokenType, from: number | null, to: number | null, reason: string | null) {
    return this.audit.write({
      action: 'quota.changed',
      subjectType: 'project',
      subjectId: `${code}:${tokenType}`,
      fromValue: from === null ? null : String(from),
      toValue: to === null ? null : String(to),
      reason,
    });
  }
}

function presentQuota({ tokenType, unitLimit, reserved, sold }: QuotaCounterEntity): QuotaData {
  return { tokenType, limit: unitLimit, reserved, sold, left: unitsLeft({ limit: unitLimit, reserved, sold }) };
}

function notALimit(): Refusal {
  const message = SERVER_MESSAGES.quota.notALimit(MAX_UNIT_LIMIT);
  return new Refusal('FIELD_ERRORS', { message, details: { limit: message } });
}
