import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { settingsFrom } from '../../src/config/env.js';

/** The product's modules without a server, for whatever reads what stands on its routes. */
export class AppContexts {
  private readonly directory = mkdtempSync(join(tmpdir(), 'tokendesk-context-'));
  private readonly apps: INestApplicationContext[] = [];

  async open({ testPages }: { testPages: boolean }): Promise<INestApplicationContext> {
    const settings = settingsFrom({
      NODE_ENV: 'test',
      DATA_DIR: this.directory,
      DATABASE_URL: 'sqlite::memory:',
      SANDBOX_GATEWAY: 'false',
      DEMO_SEED: 'false',
      POLL_INTERVAL_SECONDS: '0',
      ENABLE_TEST_PAGES: String(testPages),
      // No built pages are needed to read a table of routes.
      VITE_ORIGIN: 'http://localhost:5173',
    });
    const app = await NestFactory.createApplicationContext(AppModule.forRoot(settings), { logger: false });
    this.apps.push(app);
    return app;
  }

  async close(): Promise<void> {
    for (const app of this.apps) await app.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
