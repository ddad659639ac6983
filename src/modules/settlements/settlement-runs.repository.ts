import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/index.js';
import { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { HOLDER_IS_GONE, InstanceRegistry } from '../../database/instance-registry.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import type { SettlementProgress } from '../../contracts/settlements.js';
import { farthestLegal } from '../../domain/calendar/stored-times.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import { requestContext } from '../../runtime/request-context.js';
import { Refusal } from '../../runtime/refusal.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';
import { clipped } from '../../domain/files/clipped.js';

/** A run without a heartbeat for this long is abandoned, even if its process lives. */
export const LOST_AFTER_MS = 15 * MINUTE_MS;

export interface NewSettlementRun {
  day: string;
  source: 'bank' | 'file';
  fileName: string | null;
  fileHash: string | null;
}

export interface RunTotals {
  batchCount: number;
  lineCount: number;
  newLineCount: number;
  matchedCount: number;
  exceptionCount: number;
  recoveredCount: number;
  /** Paise, sales less refunds, as the next four. */
  matchedAmount: number;
  lineAmount: number;
  settledAmount: number;
  charges: number;
  tax: number;
}

/** Another run was told that this one is dead, and may have taken its day over. */
export class RunGivenUp extends Error {
  constructor(run: SettlementRunEntity) {
    super(`reconciliation run ${run.publicId} is no longer under way: it was taken for dead`);
    this.name = 'RunGivenUp';
  }
}

/** Reconciliation runs: one at a time for a day, on any number of instances. */
@Injectable()
export class SettlementRuns {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly instances: InstanceRegistry,
  ) {}

  /** @throws RECONCILIATION_RUNNING */
  async open(order: NewSettlementRun): Promise<SettlementRunEntity> {
    const context = requestContext();
    const now = this.clock.now();
    const leaseInstance = await this.instances.current();
    try {
      return await this.uow.run(async () => {
        await this.giveUpLost(order.day);
        const row = {
          ...order,
          publicId: newPublicId(),
          openDay: order.day,
          actorKind: context?.principal ? 'staff' : (context?.actorKind ?? 'system'),
          startedBy: context?.principal?.userId ?? null,
          startedAt: now,
          aliveAt: now,
          leaseInstance,
        };
        const inserted = await this.repository.insert({ ...row, status: 'running' });
        return this.repository.findOneByOrFail({ id: Number(inserted.identifiers[0]?.id) });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new Refusal('RECONCILIATION_RUNNING');
      throw error;
    }
  }

  /**
   * Call at the start of a unit of work that stores something for the run, so that what a later run of the day stores is not mixed
   * with it. Counts as a heartbeat.
   * @throws RunGivenUp
   */
  async requireRunning(run: SettlementRunEntity): Promise<void> {
    const held = await this.repository.update({ id: run.id, status: 'running' }, { aliveAt: this.clock.now() });
    if (held.affected !== 1) throw new RunGivenUp(run);
  }

  /** Heartbeat; called about every minute. */
  async keepAlive(run: SettlementRunEntity): Promise<void> {
    await this.uow.run(() => this.repository.update({ id: run.id, status: 'running' }, { aliveAt: this.clock.now() }));
  }

  /** Stores the progress; counts as a heartbeat. */
  async noteProgress(run: SettlementRunEntity, { step, done, total }: SettlementProgress): Promise<void> {
    const progress = { progressStep: step, progressDone: done, progressTotal: total };
    await this.uow.run(() =>
      this.repository.update({ id: run.id, status: 'running' }, { ...progress, aliveAt: this.clock.now() }),
    );
  }

  /** Stores the end of a run with its audit entry. One that was abandoned meanwhile stays as it is. */
  async finish(
    run: SettlementRunEntity,
    problem: string | null,
    totals: RunTotals | null,
  ): Promise<SettlementRunEntity> {
    const to = problem === null ? 'completed' : 'incomplete';
    return this.uow.run(async () => {
      const changed = await this.repository.update(
        { id: run.id, status: 'running' },
        {
          ...totals,
          status: to,
          openDay: null,
          problem: shortened(problem),
          progressStep: null,
          finishedAt: this.clock.now(),
        },
      );
      if (changed.affected === 1) {
        const counted = totals
          ? `${totals.lineCount} lines, ${totals.matchedCount} matched, ${totals.exceptionCount} exceptions`
          : 'nothing counted';
        await this.audit.write({
          action: `settlement.${to}`,
          subjectType: 'settlement',
          subjectId: run.publicId,
          reason: `${run.day} from the ${run.source}: ${counted}`,
        });
      }
      return this.repository.findOneByOrFail({ id: run.id });
    });
  }

  /** The first day with a complete run; null without one. */
  async firstDay(): Promise<string | null> {
    const row = await this.repository
      .createQueryBuilder('run')
      .select('MIN(run.day)', 'day')
      .where("run.status = 'completed'")
      .getRawOne<{ day: string | null }>();
    return row?.day ?? null;
  }

  private async giveUpLost(day: string): Promise<void> {
    const now = this.clock.now();
    const lost = new Date(now.getTime() - LOST_AFTER_MS);
    // A heartbeat in the future (clock ran ahead) is ignored.
    const future = farthestLegal(now, 0);
    await this.repository
      .createQueryBuilder()
      .update()
      .set({ openDay: null, problem: 'The run was cut off.', finishedAt: now, ...INCOMPLETE })
      .where("open_day = :day AND status = 'running'", { day })
      .andWhere(
        `(COALESCE(alive_at, started_at) < :lost OR COALESCE(alive_at, started_at) > :future OR ${HOLDER_IS_GONE})`,
        { lost, future },
      )
      .execute();
  }

  private get repository() {
    return this.uow.manager.getRepository(SettlementRunEntity);
  }
}

const INCOMPLETE = { status: 'incomplete' } as const;

function shortened(text: string | null): string | null {
  return text === null ? null : clipped(text, 500);
}
