import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { Drain } from './drain.js';
import { Public } from './decorators.js';

/** For load balancers and supervisors: whether the process lives, and whether it can serve. */
@Controller()
@Public()
export class HealthController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly drain: Drain,
  ) {}

  @Get('healthz')
  live() {
    return { status: 'ok' };
  }

  /** 503 while the database cannot be reached, its schema is older than this release, or the instance is stopping. */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response) {
    const checks = { database: await this.databaseAnswers(), schema: await this.schemaIsCurrent() };
    const ready = checks.database && checks.schema && !this.drain.isDraining;
    response.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', checks };
  }

  private databaseAnswers(): Promise<boolean> {
    return this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  private schemaIsCurrent(): Promise<boolean> {
    return this.dataSource.showMigrations().then(
      (pending) => !pending,
      () => false,
    );
  }
}
