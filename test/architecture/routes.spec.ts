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
  'GET /api/docs': PUBLIC,
  'GET /api/docs/openapi.json': PUBLIC,
  'GET /login/code': PUBLIC,
  'POST /login/code': PUBLIC,
  'POST /api/auth/step-up': STAFF,
  'GET /account': STAFF,
  'GET /account/forgot': PUBLIC,
  'POST /account/forgot': PUBLIC,
  'GET /account/invitation': PUBLIC,
  'POST /account/invitation': PUBLIC,
  'GET /account/reset': PUBLIC,
  'POST /account/reset': PUBLIC,
  'POST /api/account/password': STAFF,
  'GET /api/account/sessions': STAFF,
  'POST /api/account/sessions/end-others': STAFF,
  'POST /api/account/sessions/:sessionId/end': STAFF,
  'POST /api/account/totp/start': STAFF,
  'POST /api/account/totp/confirm': STAFF,
  'POST /api/account/totp/recovery-codes': STAFF,
  'POST /api/account/totp/off': STAFF,
  'GET /admin/staff': ADMIN,
  'GET /api/admin/staff': ADMIN,
  'POST /api/admin/staff': ADMIN,
  'PUT /api/admin/staff/second-factor-rule': ADMIN,
  'PUT /api/admin/staff/:id/role': ADMIN,
  'POST /api/admin/staff/:id/resend-invitation': ADMIN,
  'POST /api/admin/staff/:id/withdraw-invitation': ADMIN,
  'POST /api/admin/staff/:id/disable': ADMIN,
  'POST /api/admin/staff/:id/enable': ADMIN,
  'POST /api/admin/staff/:id/reset-password': ADMIN,
  'POST /api/admin/staff/:id/reset-second-factor': ADMIN,
  'POST /api/admin/staff/:id/end-sessions': ADMIN,
  'GET /api/admin/staff/:id/sessions': ADMIN,
  'POST /api/admin/staff/:id/sessions/:sessionId/end': ADMIN,
  'GET /healthz': PUBLIC,
  'GET /readyz': PUBLIC,
  'GET /metrics': PUBLIC,
  'POST /api/analytics/page-view': PUBLIC,
  'GET /customer-form': STAFF,
  'GET /dashboard': STAFF,
  'GET /transactions': STAFF,
  'GET /desk/:paymentId': STAFF,
  'GET /payments/:paymentId/slip': STAFF,
  'GET /api/payments/:paymentId/desk': STAFF,
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
  'GET /payment/:paymentId/receipt': PUBLIC,
  'GET /payment/:paymentId/receipt.pdf': PUBLIC,
  'POST /payment/:paymentId/receipt/mail': PUBLIC,
  'POST /api/payments/:paymentId/send-receipt': PUBLIC,
  'GET /api/payments/:paymentId': PUBLIC,
  'GET /api/payments/:paymentId/status': PUBLIC,
  'POST /api/payments/:paymentId/initiate': PUBLIC,
  'GET /admin/dashboard': ADMIN,
  'GET /admin/transactions': ADMIN,
  'GET /admin/review': ADMIN,
  'GET /api/admin/reviews': ADMIN,
  'GET /api/admin/reviews/count': ADMIN,
  'GET /api/admin/reviews/:reviewId': ADMIN,
  'POST /api/admin/reviews/:reviewId/decide': ADMIN,
  'GET /admin/audit': ADMIN,
  'GET /api/admin/audit': ADMIN,
  'GET /api/admin/audit/export': ADMIN,
  'POST /api/admin/audit/verify': ADMIN,
  'GET /api/payments/admin/all': ADMIN,
  'GET /api/payments/admin/analysis': ADMIN,
  'GET /api/payments/admin/export': ADMIN,
  'GET /api/payments/admin/:paymentId/details': ADMIN,
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
