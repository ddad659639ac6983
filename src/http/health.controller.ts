import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { Drain } from './drain.js';
import { Public } from './decorators.js';

/** For load balancers and supervisors: whether the process lives, and whether it can serve. */
@Controller()
@Public()
export class HealthController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly drain: Drain,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('healthz')
  live() {
    return { status: 'ok' };
  }

  /** 503 while the database cannot be reached, its schema is older than this release, or the instance is stopping. */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response) {
    // Side by side: with a database that hangs the answer must not take twice as long.
    const [database, schema] = await Promise.all([this.databaseAnswers(), this.schemaIsCurrent()]);
    const checks = { database, schema };
    const ready = checks.database && checks.schema && !this.drain.isDraining;
    response.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', checks };
  }

  private databaseAnswers(): Promise<boolean> {
    return this.inTime(this.dataSource.query('SELECT 1').then(() => true));
  }

  private schemaIsCurrent(): Promise<boolean> {
    return this.inTime(this.dataSource.showMigrations().then((pending) => !pending));
  }

  /** A database that is gone without a word never answers; whoever asks here has to be answered. */
  private inTime(check: Promise<boolean>): Promise<boolean> {
    const { databaseWaitMs } = this.settings;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), databaseWaitMs);
      const answer = (isGood: boolean) => {
        clearTimeout(timer);
        resolve(isGood);
      };
      check.then(answer, () => answer(false));
    });
  }
}
