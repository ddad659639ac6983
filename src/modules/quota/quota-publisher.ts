import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { medalOfCode } from '../../domain/catalogue/tier-code.js';
import { unitsLeft } from '../../domain/quota/quota-rules.js';
import { LiveEvents } from '../../live/index.js';
import { QuotaCountersRepository } from './quota-counters.repository.js';

/** Tells open forms how many units of a tier are left, after the commit. */
@Injectable()
export class QuotaPublisher {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly counters: QuotaCountersRepository,
    private readonly live: LiveEvents,
  ) {}

  /** For a counter that the current unit of work has changed. */
  async changed(projectId: number, tierCode: string): Promise<void> {
    const counter = await this.counters.find(projectId, tierCode);
    const left = counter && unitsLeft({ ...counter, limit: counter.unitLimit });
    const units = { projectId, tierCode, tokenType: medalOfCode(tierCode), left, version: counter?.version ?? 0 };
    await this.uow.afterCommit(() => this.live.publish({ type: 'units', units }));
  }
}
