import { MATRIX } from './role-matrix.js';

/** What a route is about: one object, whatever the caller may see, or what needs an admin of all projects. */
export type About = 'payment' | 'token' | 'review' | 'project' | 'event' | 'any-project' | 'all-projects';

/** The answer to an unknown object. */
export const UNKNOWN_ANSWERS: Partial<Record<About, string>> = {
  payment: '404 PAYMENT_NOT_FOUND',
  token: '404 PAYMENT_NOT_FOUND',
  review: '404 REVIEW_NOT_FOUND',
  project: '404 PROJECT_NOT_FOUND',
  event: '404 EVENT_NOT_FOUND',
};

/** Routes about one object, by the object. */
const OBJECTS: Partial<Record<About, string[]>> = {
  payment: [
    'GET /sales/:paymentId',
    'GET /payments/:paymentId/slip',
    'GET /api/payments/:paymentId/desk',
    'GET /api/payments/:paymentId/timeline',
    'POST /api/payments/check-status/:paymentId',
    'POST /api/payments/:paymentId/reissue-link',
    'POST /api/payments/send-payment-email',
    'POST /api/payments/:paymentId/cancel-link',
    'POST /api/payments/:paymentId/correct-contact',
    'GET /api/payments/:paymentId/upgrade-tokens',
    'POST /api/payments/:paymentId/create-upgrade-link',
    'POST /api/payments/:paymentId/reset-failed-upgrades',
    'POST /api/sales-manager/payments/:paymentId/refund',
    'GET /api/payments/:paymentId/refunds',
    'GET /api/payments/admin/:paymentId/details',
  ],
  token: [
    'GET /api/payments/token/:tokenNumber/payment-history',
    'GET /api/payments/token/:tokenNumber/upgrade-history',
  ],
  review: ['GET /api/admin/reviews/:reviewId', 'POST /api/admin/reviews/:reviewId/decide'],
  project: [
    'GET /admin/project',
    'GET /admin/projects/:code',
    'GET /admin/catalogue',
    'PUT /api/admin/projects/:code',
    'POST /api/admin/projects/:code/logo',
    'POST /api/admin/projects/:code/logo/remove',
    'GET /api/admin/projects/:code/events',
    'POST /api/admin/projects/:code/events',
    'GET /api/admin/projects/:code/catalogue',
    'POST /api/admin/projects/:code/catalogue',
    'POST /api/admin/projects/:code/terms',
    'GET /api/admin/projects/:code/quotas',
    'PUT /api/admin/projects/:code/quotas',
  ],
  event: ['PUT /api/admin/events/:eventId'],
};

/** Only for admins of all projects. */
const CLOSED = [
  'GET /admin/staff',
  'GET /api/admin/staff',
  'POST /api/admin/staff',
  'PUT /api/admin/staff/second-factor-rule',
  'PUT /api/admin/staff/:id/role',
  'PUT /api/admin/staff/:id/projects',
  'POST /api/admin/staff/:id/resend-invitation',
  'POST /api/admin/staff/:id/withdraw-invitation',
  'POST /api/admin/staff/:id/disable',
  'POST /api/admin/staff/:id/enable',
  'POST /api/admin/staff/:id/reset-password',
  'POST /api/admin/staff/:id/reset-second-factor',
  'POST /api/admin/staff/:id/end-sessions',
  'GET /api/admin/staff/:id/sessions',
  'POST /api/admin/staff/:id/sessions/:sessionId/end',
  'PUT /api/auth/togglePermission/:id',
  'POST /api/admin/projects',
  'GET /admin/audit',
  'GET /api/admin/audit',
  'GET /api/admin/audit/export',
  'POST /api/admin/audit/verify',
  'GET /admin/reconciliation',
  'POST /api/settlements/runs',
  'GET /api/settlements/runs',
  'POST /api/settlements/file',
  'GET /api/settlements/sample.csv',
  'GET /api/settlements/exceptions.csv',
  'GET /admin/day-close',
  'GET /api/day-close',
  'POST /api/day-close',
  'GET /api/day-close/:day.csv',
  'GET /api/bank-holidays',
  'POST /api/bank-holidays',
  'POST /api/bank-holidays/:day/remove',
  'GET /api/payments/debug/all-payments',
];

/** Lists with a scope, and what is about the caller alone. */
const OPEN = [
  'POST /api/logout',
  'GET /api/auth/me',
  'GET /api/events',
  'POST /api/auth/step-up',
  'GET /account',
  'POST /api/account/password',
  'POST /api/account/preferences',
  'GET /api/account/sessions',
  'POST /api/account/sessions/end-others',
  'POST /api/account/sessions/:sessionId/end',
  'POST /api/account/totp/start',
  'POST /api/account/totp/confirm',
  'POST /api/account/totp/recovery-codes',
  'POST /api/account/totp/off',
  'GET /api/account/events',
  'PUT /api/account/event',
  'GET /customer-form',
  'GET /dashboard',
  'GET /transactions',
  'GET /api/sales-manager/dashboard',
  'POST /api/sales-manager/check-open',
  'POST /api/payments/create-link',
  'GET /api/payments/open-links',
  'GET /api/payments/transactions/all',
  'GET /api/auth/getPermissionStatus',
  'GET /admin/dashboard',
  'GET /admin/transactions',
  'GET /admin/review',
  'GET /api/admin/reviews',
  'GET /api/admin/reviews/count',
  'GET /api/payments/admin/all',
  'GET /api/payments/admin/analysis',
  'GET /api/payments/admin/selection',
  'GET /api/payments/admin/export',
  'GET /api/admin/views',
  'POST /api/admin/views',
  'PUT /api/admin/views/:viewId',
  'POST /api/admin/views/:viewId/delete',
  'GET /api/find',
  'GET /api/settlements/payments/:paymentId',
  'GET /admin/projects',
  'GET /api/admin/projects',
];

const of = (about: About, names: string[]) => names.map((name) => [name, about] as const);

/** The role matrix by projects: what each route of staff is about. A route that is not here fails the tests. */
export const PROJECT_MATRIX: Record<string, About> = Object.fromEntries([
  ...Object.entries(OBJECTS).flatMap(([about, names]) => of(about as About, names)),
  ...of('all-projects', CLOSED),
  ...of('any-project', OPEN),
]);

/** What an admin of some projects is answered, about an object of the own projects and about another's. */
export function limitedAnswers(name: string): { within: string; outside: string } {
  const { answers, access } = MATRIX[name]!;
  const about = PROJECT_MATRIX[name] ?? 'all-projects';
  const isApi = name.includes(' /api/');
  if (about === 'all-projects') {
    const refused = isApi ? '403 FORBIDDEN' : '302 /admin/dashboard';
    return { within: refused, outside: refused };
  }
  const unknown = UNKNOWN_ANSWERS[about];
  if (unknown === undefined || access === 'public') return { within: answers.admin, outside: answers.admin };
  return { within: answers.admin, outside: isApi ? unknown : '404' };
}
