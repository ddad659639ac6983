import { afterAll, describe, expect, it } from '@jest/globals';
import { listRoutes } from '../../src/http/index.js';
import { AppContexts } from '../support/app-context.js';
import { PROJECT_MATRIX } from '../security/project-matrix.js';
import { type Access, MATRIX } from '../security/role-matrix.js';

/** An admin passes every role. */
const ROLES: Record<Access, string> = { public: 'public', staff: 'admin sales_manager', admin: 'admin' };

/**
 * What may be done with a stolen or forgotten session would cost money or give somebody access: these ask again for a code,
 * everybody where a second factor is set up. A new write of staff has to be put into one of the two tables.
 */
const STEP_UP: Record<string, string> = {
  'POST /api/sales-manager/payments/:paymentId/refund': 'with-second-factor',
  'PUT /api/auth/togglePermission/:id': 'with-second-factor',
  'POST /api/admin/reviews/:reviewId/decide': 'with-second-factor',
  'POST /api/admin/staff': 'with-second-factor',
  'PUT /api/admin/staff/second-factor-rule': 'with-second-factor',
  'PUT /api/admin/staff/:id/role': 'with-second-factor',
  'PUT /api/admin/staff/:id/projects': 'with-second-factor',
  'POST /api/admin/staff/:id/resend-invitation': 'with-second-factor',
  'POST /api/admin/staff/:id/enable': 'with-second-factor',
  'POST /api/admin/staff/:id/reset-password': 'with-second-factor',
  'POST /api/admin/staff/:id/reset-second-factor': 'with-second-factor',
  'POST /api/account/totp/start': 'everybody',
  'POST /api/account/totp/recovery-codes': 'everybody',
};

/** Writes of staff that do without: each of these words says why. */
const NO_STEP_UP: Record<string, string> = {
  'POST /api/logout': 'only takes away',
  'POST /api/auth/step-up': 'is the question itself',
  'POST /api/account/password': 'asks for the password itself',
  'POST /api/account/sessions/end-others': 'only takes away',
  'POST /api/account/sessions/:sessionId/end': 'only takes away',
  'POST /api/account/totp/confirm': 'asks for a code itself, after a start that has asked',
  'POST /api/account/totp/off': 'asks for password and code itself',
  'POST /api/admin/staff/:id/withdraw-invitation': 'only takes away',
  'POST /api/admin/staff/:id/disable': 'only takes away',
  'POST /api/admin/staff/:id/end-sessions': 'only takes away',
  'POST /api/admin/staff/:id/sessions/:sessionId/end': 'only takes away',
  'POST /api/admin/audit/verify': 'reads',
  'POST /api/payments/create-link': 'asks for money, gives none',
  'POST /api/sales-manager/check-open': 'asks the bank, which decides',
  'POST /api/payments/check-status/:paymentId': 'asks the bank, which decides',
  'POST /api/payments/:paymentId/reissue-link': 'asks for money, gives none',
  'POST /api/payments/send-payment-email': 'to the address of the record',
  'POST /api/payments/:paymentId/cancel-link': 'only takes away',
  'POST /api/payments/:paymentId/correct-contact': 'asks for money, gives none',
  'POST /api/payments/:paymentId/create-upgrade-link': 'asks for money, gives none',
  'POST /api/payments/:paymentId/reset-failed-upgrades': 'asks for money, gives none',
  'POST /api/account/preferences': 'moves no money',
  'POST /api/admin/views': 'moves no money',
  'PUT /api/admin/views/:viewId': 'moves no money',
  'POST /api/admin/views/:viewId/delete': 'moves no money',
  'POST /api/admin/projects': 'moves no money',
  'PUT /api/admin/projects/:code': 'moves no money',
  'POST /api/admin/projects/:code/events': 'moves no money',
  'PUT /api/admin/events/:eventId': 'moves no money',
  'PUT /api/account/event': 'moves no money',
  'POST /api/admin/projects/:code/catalogue': 'sets prices of later links, moves no money',
  'POST /api/admin/projects/:code/terms': 'moves no money',
  'PUT /api/admin/projects/:code/quotas': 'moves no money',
  'POST /api/admin/projects/:code/logo': 'moves no money',
  'POST /api/admin/projects/:code/logo/remove': 'moves no money',
  'POST /api/day-close': 'moves no money',
  'POST /api/bank-holidays': 'moves no money',
  'POST /api/bank-holidays/:day/remove': 'moves no money',
  'POST /api/settlements/runs': 'compares, moves no money',
  'POST /api/settlements/file': 'compares, moves no money',
};

describe('the routes', () => {
  const contexts = new AppContexts();

  const routesWith = async (testPages: boolean) =>
    listRoutes(await contexts.open({ testPages })).map(({ method, path, access, stepUp, projects }) => ({
      name: `${method} ${path}`,
      access:
        access === null ? 'nobody' : typeof access === 'string' ? access : [...access].sort(alphabetically).join(' '),
      stepUp,
      projects: projects !== null && typeof projects === 'object' ? projects.kind : projects,
    }));

  afterAll(() => contexts.close());

  const accessWith = async (testPages: boolean) =>
    Object.fromEntries((await routesWith(testPages)).map(({ name, access }) => [name, access]));

  it('are those of the table, each open to exactly those it names', async () => {
    const everyDay = Object.entries(MATRIX).filter(([, { testPage }]) => !testPage);
    expect(await accessWith(false)).toEqual(
      Object.fromEntries(everyDay.map(([name, row]) => [name, ROLES[row.access]])),
    );
  });

  it('and those of the test pages where these are switched on', async () => {
    const all = Object.entries(MATRIX).map(([name, row]) => [name, ROLES[row.access]]);
    expect(await accessWith(true)).toEqual(Object.fromEntries(all));
  });

  it('that staff may use say what they are about, as the table has it', async () => {
    const declared = (await routesWith(true)).filter(({ access }) => access !== 'public');
    expect(Object.fromEntries(declared.map(({ name, projects }) => [name, projects]))).toEqual(PROJECT_MATRIX);
  });

  it('ask again for a code before what costs money or gives access; every other write of staff says why not', async () => {
    const writes = (await routesWith(false)).filter(
      ({ name, access }) => access !== 'public' && !name.startsWith('GET '),
    );
    const asking = writes.filter(({ stepUp }) => stepUp !== null);
    expect(Object.fromEntries(asking.map(({ name, stepUp }) => [name, stepUp]))).toEqual(STEP_UP);
    const others = writes.filter(({ stepUp }) => stepUp === null).map(({ name }) => name);
    expect(others.sort(alphabetically)).toEqual(Object.keys(NO_STEP_UP).sort(alphabetically));
  });
});

function alphabetically(a: string, b: string): number {
  return a < b ? -1 : 1;
}
