import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { QuotaData, UnitsLeft } from '../../contracts/quota.js';
import type { QuotaCounterEntity } from '../../database/entities/quota-counter.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { medalOfCode } from '../../domain/catalogue/tier-code.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import { MAX_UNIT_LIMIT, parseUnitLimit, unitsLeft } from '../../domain/quota/quota-rules.js';
import { Refusal } from '../../runtime/refusal.js';
import { AuditService } from '../audit/index.js';
import { Catalogues, type WantedTier } from '../catalogue/index.js';
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
    private readonly catalogues: Catalogues,
    private readonly counters: QuotaCountersRepository,
    private readonly publisher: QuotaPublisher,
    private readonly audit: AuditService,
  ) {}

  /** Tiers with a limit. @throws PROJECT_NOT_FOUND */
  async list(code: string): Promise<QuotaData[]> {
    const { id } = await this.projects.get(code);
    const counters = await this.counters.list(id);
    const quotas: QuotaData[] = [];
    for (const counter of counters) {
      const medal = await this.catalogues.medalOf(id, counter.tierCode);
      if (!medal) throw new Error(`no version of project ${code} has the tier ${counter.tierCode}, which has a limit`);
      quotas.push(presentQuota(counter, medal));
    }
    return quotas;
  }

  /** What forms show; empty without limits. */
  async left(projectId: number): Promise<UnitsLeft[]> {
    return (await this.counters.list(projectId)).map(({ tierCode, version, ...counter }) => ({
      projectId,
      tierCode,
      tokenType: medalOfCode(tierCode),
      left: unitsLeft({ ...counter, limit: counter.unitLimit }),
      version,
    }));
  }

  /**
   * Idempotent. A limit below what is sold and reserved is allowed: links that can be paid are still completed, and no new one is made.
   * @param tier by its code, or by its medal where that is its code
   * @param text the limit; empty: none
   * @param dryRun checks and tells the change, and writes none
   * @throws PROJECT_NOT_FOUND, FIELD_ERRORS
   */
  set(code: string, tier: WantedTier, text: string, { dryRun = false } = {}): Promise<LimitChange> {
    const limit = parseUnitLimit(text);
    if (limit === undefined) throw notALimit();
    const tierCode = tier.tierCode ?? tier.tokenType ?? '';
    return this.uow.run(async () => {
      const { id } = await this.projects.get(code);
      const medal = await this.medalFor(id, tierCode, tier.tokenType);
      await this.counters.lockProject(id);
      const before = (await this.counters.find(id, tierCode))?.unitLimit ?? null;
      if (dryRun || before === limit) return { from: before, to: limit };
      await this.write(id, { code: tierCode, tokenType: medal }, before, limit);
      await this.record(code, tierCode, before, limit, null);
      await this.publisher.changed(id, tierCode);
      return { from: before, to: limit };
    });
  }

  /**
   * In the current unit of work: makes room for one unit more, unless there is room. Locks the tier's counter.
   * @param why for the audit log
   */
  async makeRoom(projectId: number, tierCode: string, why: string): Promise<void> {
    if (!(await this.counters.hasQuotas(projectId))) return;
    const counter = await this.counters.lock(projectId, tierCode);
    if (!counter || unitsLeft({ ...counter, limit: counter.unitLimit }) > 0) return;
    const limit = counter.reserved + counter.sold + 1;
    const { code } = await this.projects.getById(projectId);
    await this.counters.setLimit(projectId, tierCode, limit);
    await this.record(code, tierCode, counter.unitLimit, limit, why);
  }

  /** The project is locked, so the count is exact: every sale comes before it, or changes the counter after it. */
  private async write(
    projectId: number,
    tier: { code: string; tokenType: TokenType },
    before: number | null,
    limit: number | null,
  ): Promise<void> {
    const { code: tierCode } = tier;
    if (limit === null) return this.counters.remove(projectId, tierCode);
    if (before !== null) return this.counters.setLimit(projectId, tierCode, limit);
    const units = await this.counters.count(projectId, tier);
    return this.counters.insert({ projectId, tierCode, unitLimit: limit, ...units });
  }

  /** @throws FIELD_ERRORS for a code that no version of the project names, or one of another medal */
  private async medalFor(projectId: number, tierCode: string, said: TokenType | undefined): Promise<TokenType> {
    const medal = await this.catalogues.medalOf(projectId, tierCode);
    if (medal !== null && (said === undefined || said === medal)) return medal;
    const { noTier, otherMedal } = SERVER_MESSAGES.catalogue;
    const message = medal === null ? noTier(tierCode) : otherMedal(tierCode, medal);
    throw new Refusal('FIELD_ERRORS', { message, details: { [medal === null ? 'tierCode' : 'tokenType']: message } });
  }

  private record(code: string, tierCode: string, from: number | null, to: number | null, reason: string | null) {
    return this.audit.write({
      action: 'quota.changed',
      subjectType: 'project',
      subjectId: `${code}:${tierCode}`,
      fromValue: from === null ? null : String(from),
      toValue: to === null ? null : String(to),
      reason,
    });
  }
}

function presentQuota(counter: QuotaCounterEntity, tokenType: TokenType): QuotaData {
  const { tierCode, unitLimit: limit, reserved, sold } = counter;
  return { tierCode, tokenType, limit, reserved, sold, left: unitsLeft({ limit, reserved, sold }) };
}

function notALimit(): Refusal {
  const message = SERVER_MESSAGES.quota.notALimit(MAX_UNIT_LIMIT);
  return new Refusal('FIELD_ERRORS', { message, details: { limit: message } });
}
