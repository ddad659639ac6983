import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
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
  'GET /api/events': STAFF,
  'GET /healthz': PUBLIC,
  'GET /readyz': PUBLIC,
  'GET /metrics': PUBLIC,
  'POST /api/analytics/page-view': PUBLIC,
  'GET /customer-form': STAFF,
  'GET /dashboard': STAFF,
  'GET /transactions': STAFF,
  'GET /api/sales-manager/dashboard': STAFF,
  'POST /api/payments/create-link': STAFF,
  'POST /api/payments/check-status/:paymentId': STAFF,
  'POST /api/payments/:paymentId/reissue-link': STAFF,
  'GET /api/payments/open-links': STAFF,
  'POST /api/payments/send-payment-email': STAFF,
  'POST /api/payments/:paymentId/cancel-link': STAFF,
  'POST /api/payments/:paymentId/correct-contact': STAFF,
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
};

/** There while the test pages are switched on; in production their guard lets admins alone through. */
const TEST_PAGES: Record<string, string> = {
  'GET /test-payment': PUBLIC,
  'GET /test-payment/return': PUBLIC,
  'POST /test-payment/return': PUBLIC,
  'GET /gateway-test': PUBLIC,
  'POST /api/payments/test-link': PUBLIC,
  'POST /api/payments/test-status': PUBLIC,
  'POST /api/payments/test-icici-hash': PUBLIC,
  'POST /api/payments/test-icici-api': PUBLIC,
  'POST /api/payments/test-icici-documentation': PUBLIC,
  'POST /api/payments/test-icici-complete-flow': PUBLIC,
  'GET /api/payments/debug/all-payments': ADMIN,
};

describe('the routes', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tokendesk-routes-'));
  const apps: INestApplicationContext[] = [];

  const routesWith = async (testPages: boolean) => {
    const settings = settingsFrom({
      NODE_ENV: 'test',
      DATA_DIR: directory,
      DATABASE_URL: 'sqlite::memory:',
      SANDBOX_GATEWAY: 'false',
      DEMO_SEED: 'false',
      POLL_INTERVAL_SECONDS: '0',
      ENABLE_TEST_PAGES: String(testPages),
      // No built pages are needed to read a table of routes.
      VITE_ORIGIN: 'http://localhost:5173',
    });
    const app = await NestFactory.createApplicationContext(AppModule.forRoot(settings), { logger: false });
    apps.push(app);
    const routes = listRoutes(app).map(({ method, path, access }) => [
      `${method} ${path}`,
      access === null
        ? 'nobody'
        : access === 'public'
          ? PUBLIC
          : [...access].sort((a, b) => (a < b ? -1 : 1)).join(' '),
    ]);
    return Object.fromEntries(routes) as Record<string, string>;
  };

  afterAll(async () => {
    for (const app of apps) await app.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('are those of the table, each open to exactly those it names', async () => {
    expect(await routesWith(false)).toEqual(EXPECTED);
  });

  it('and those of the test pages where these are switched on', async () => {
    expect(await routesWith(true)).toEqual({ ...EXPECTED, ...TEST_PAGES });
  });
});
