import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { settingsFrom } from '../../src/config/env.js';
import { listRoutes } from '../../src/http/index.js';

const PUBLIC = 'public';
const STAFF = 'admin sales_manager';
const ADMIN = 'admin';

/** Every route and whoever may use it. A route that is not in this table fails the test; an admin passes every role. */
const EXPECTED: Record<string, string> = {
  'GET /': PUBLIC,
  'GET /login': PUBLIC,
  'POST /login': PUBLIC,
  'POST /logout': PUBLIC,
  'POST /api/login': PUBLIC,
  'POST /api/logout': STAFF,
  'GET /api/auth/me': STAFF,
  'GET /healthz': PUBLIC,
  'GET /readyz': PUBLIC,
  'POST /api/analytics/page-view': PUBLIC,
  'GET /customer-form': STAFF,
  'GET /dashboard': STAFF,
  'GET /transactions': STAFF,
  'GET /api/sales-manager/dashboard': STAFF,
  'POST /api/payments/create-link': STAFF,
  'POST /api/payments/check-status/:paymentId': STAFF,
  'POST /api/payments/:paymentId/reissue-link': STAFF,
  'GET /api/payments/transactions/all': STAFF,
  'GET /api/payments/token/:tokenNumber/payment-history': STAFF,
  'GET /api/payments/token/:tokenNumber/upgrade-history': STAFF,
  'GET /api/payments/:paymentId/upgrade-tokens': STAFF,
  'POST /api/payments/:paymentId/create-upgrade-link': STAFF,
  'POST /api/payments/:paymentId/reset-failed-upgrades': STAFF,
  'GET /api/auth/getPermissionStatus': STAFF,
  'PUT /api/auth/togglePermission/:id': ADMIN,
  'POST /api/sales-manager/payments/:paymentId/refund': STAFF,
  'GET /api/payments/:paymentId/refunds': STAFF,
  'GET /payment/verify': PUBLIC,
  'POST /payment/verify': PUBLIC,
  'POST /api/payments/verify-callback': PUBLIC,
  'POST /api/gateway/callback': PUBLIC,
  'GET /payment/success': PUBLIC,
  'GET /payment/cancel': PUBLIC,
  'GET /thank-you': PUBLIC,
  'GET /payment/:paymentId': PUBLIC,
  'GET /customer-payment/:paymentId': PUBLIC,
  'GET /upgrade/:paymentId': PUBLIC,
  'POST /payment/:paymentId/initiate': PUBLIC,
  'GET /api/payments/:paymentId': PUBLIC,
  'GET /api/payments/:paymentId/status': PUBLIC,
  'POST /api/payments/:paymentId/initiate': PUBLIC,
  'GET /admin/dashboard': ADMIN,
  'GET /admin/transactions': ADMIN,
  'GET /api/payments/admin/all': ADMIN,
  'GET /api/payments/admin/analysis': ADMIN,
  'GET /admin/reconciliation': ADMIN,
  'GET /admin/day-close': ADMIN,
  'GET /api/day-close': ADMIN,
  'POST /api/day-close': ADMIN,
  'GET /api/day-close/:day.csv': ADMIN,
  'POST /api/settlements/runs': ADMIN,
  'POST /api/settlements/file': ADMIN,
  'GET /api/settlements/sample.csv': ADMIN,
  'GET /api/settlements/exceptions.csv': ADMIN,
  'GET /api/settlements/payments/:paymentId': ADMIN,
};

describe('the routes', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tokendesk-routes-'));
  let app: INestApplicationContext;

  beforeAll(async () => {
    const settings = settingsFrom({
      NODE_ENV: 'test',
      DATA_DIR: directory,
      DATABASE_URL: 'sqlite::memory:',
      SANDBOX_GATEWAY: 'false',
      DEMO_SEED: 'false',
      POLL_INTERVAL_SECONDS: '0',
      // No built pages are needed to read a table of routes.
      VITE_ORIGIN: 'http://localhost:5173',
    });
    app = await NestFactory.createApplicationContext(AppModule.forRoot(settings), { logger: false });
  });
  afterAll(async () => {
    await app.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('are those of the table, each open to exactly those it names', () => {
    const routes = listRoutes(app).map(({ method, path, access }) => [
      `${method} ${path}`,
      access === null
        ? 'nobody'
        : access === 'public'
          ? PUBLIC
          : [...access].sort((a, b) => (a < b ? -1 : 1)).join(' '),
    ]);
    expect(Object.fromEntries(routes)).toEqual(EXPECTED);
  });
});
