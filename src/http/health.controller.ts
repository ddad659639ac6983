import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { ReadReplica } from '../database/read-replica.js';
import { pendingMigrations } from '../database/schema-state.js';
import { StorageHealth } from '../database/storage-health.js';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { Drain } from './drain.js';
import { Public } from './decorators.js';
import { storageFailure } from './errors/failure.js';

/** For load balancers and supervisors: whether the process lives, and whether it can serve. */
@Controller()
@Public()
export class HealthController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: StorageHealth,
    private readonly replica: ReadReplica,
    private readonly drain: Drain,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('healthz')
  live() {
    return { status: 'ok' };
  }

  /**
   * 503 while the database is unreachable, its schema is older than this release, its storage refuses writes, or the instance is
   * stopping. `replica`, where one is configured, is for information: without it the database answers its reads.
   */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response) {
    // In parallel: with a hanging database the answer must not take twice as long.
    const [database, schema, trouble, replica] = await Promise.all([
      this.databaseAnswers(),
      this.schemaIsCurrent(),
      this.within(this.storage.trouble(), null),
      this.replica.isConfigured && this.within(this.replica.isUsable(), false),
    ]);
    const checks = { database, schema, ...(this.replica.isConfigured && { replica }) };
    const ready = database && schema && trouble === null && !this.drain.isDraining;
    response.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', checks, ...(trouble && { problem: storageFailure(trouble) }) };
  }

  private databaseAnswers(): Promise<boolean> {
    return this.within(this.storage.answers(), false);
  }

  private schemaIsCurrent(): Promise<boolean> {
    return this.within(
      pendingMigrations(this.dataSource).then(({ pending }) => pending.length === 0),
      false,
    );
  }

  /** Bounds the time: a database that vanished silently never answers. */
  private within<T>(check: Promise<T>, otherwise: T): Promise<T> {
    const { databaseWaitMs } = this.settings;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(otherwise), databaseWaitMs);
      const answer = (found: T) => {
        clearTimeout(timer);
        resolve(found);
      };
      check.then(answer, () => answer(otherwise));
    });
  }
}
