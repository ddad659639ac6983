import { catalogueBody } from '../support/catalogue.js';
import { ANY_AMOUNT } from '../support/refunds.js';
import { linkBody } from '../support/sales.js';
import type { TargetName, Targets } from './targets.js';

export const CALLERS = ['anonymous', 'other', 'owner', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];
export type Access = 'public' | 'staff' | 'admin';

export interface Row {
  access: Access;
  /** Status, then the error code or the place it leads to; ids as `:name`, the way back to the asked page as `@login`. */
  answers: Record<Caller, string>;
  /** What the ids of the path and the body name: the owner's, never the other seller's. */
  target: TargetName;
  body?: (target: Targets) => object;
  /** A file as the body. */
  upload?: { type: string; text: string };
  query?: string;
  /** A form of a visitor who has no session yet: it has to show the token nevertheless. */
  visitorForm?: true;
  /** Comes from the bank: no session counts there, none is set, and no token can be asked for. */
  bankPost?: true;
  /** Sent by a browser by itself, in a format of its own and without a token. */
  policyReport?: true;
  /** Never ends by itself. */
  stream?: true;
  /** Asks everybody for a recent sign-in, or ends sessions: the callers sign in for it, and again after it. */
  signsIn?: true;
  /** Only there while the test pages are on. */
  testPage?: true;
}

type More = Partial<Omit<Row, 'access'>>;

const row = (access: Access, answers: string[], more: More): Row => {
  const [anonymous = '', other = '', owner = '', admin = ''] = answers;
  return { access, answers: { anonymous, other, owner, admin }, target: 'nothing', ...more };
};
const OUT = '401 AUTH_REQUIRED';
const HIDDEN = '404 PAYMENT_NOT_FOUND';
const anybody = (answer = '200', more: More = {}) => row('public', [answer, answer, answer, answer], more);
const staff = (answer = '200', more: More = {}) => row('staff', [OUT, answer, answer, answer], more);
const own = (target: TargetName, more: More = {}, answer = '200') =>
  row('staff', [OUT, HIDDEN, answer, answer], { target, ...more });
const admin = (answer = '200', more: More = {}) => row('admin', [OUT, '403 FORBIDDEN', '403 FORBIDDEN', answer], more);
const staffPage = (more: More = {}) => row('staff', ['302 @login', '200', '200', '200'], more);
const ownPage = (target: TargetName) => row('staff', ['302 @login', '404', '200', '200'], { target });
const adminPage = (more: More = {}) => row('admin', ['302 @login', '302 /dashboard', '302 /dashboard', '200'], more);
const bank = (answer: string, more: More = {}) => anybody(answer, { bankPost: true, ...more });
const probe = (answer = '200', more: More = {}) => anybody(answer, { testPage: true, ...more });
const empty = () => ({});
const REFUND = () => ({ refundAmount: ANY_AMOUNT, refundReason: 'Changed their mind' });
/** Another one each time: tries are counted. */
const STRANGER = () => ({ email: `no.${linkBody().customerData.email}`, password: 'x' });
/** Without a telephone number, which would make everybody one person. */
const SALE = () => {
  const { customerData, ...rest } = linkBody('silver');
  return { ...rest, customerData: { name: customerData.name, email: customerData.email } };
};
const INVITE = () => ({ name: 'Mira Shah', email: `mira${linkBody().customerData.email}`, role: 'sales_manager' });
const VIEW = () => ({ name: `View ${linkBody().customerData.email}`.slice(0, 40), query: 'status=failed' });
const CHOSEN = () => ({ password: 'quiet harbour lantern 7', repeat: 'quiet harbour lantern 7' });

/**
 * Every route, whoever may use it, and what it answers to each. The static test holds the routes' own metadata against it,
 * the others ask the running product; a route that is not here fails them.
 */
export const MATRIX: Record<string, Row> = {
  'GET /': row('public', ['200', '302 /dashboard', '302 /dashboard', '302 /admin/dashboard'], {}),
  'GET /login': row('public', ['200', '302 /dashboard', '302 /dashboard', '302 /admin/dashboard'], {}),
  'POST /login': anybody('303 /login', { body: STRANGER, visitorForm: true }),
  'POST /logout': anybody('303 /', { signsIn: true }),
  'POST /api/login': anybody('401 INVALID_CREDENTIALS', { body: STRANGER }),
  'POST /api/logout': staff('200', { signsIn: true }),
  'GET /api/auth/me': staff(),
  'GET /api/events': staff('200', { stream: true }),
  'GET /api/docs': anybody(),
  'GET /api/docs/openapi.json': anybody(),
  'GET /login/code': anybody('302 /login'),
  'POST /login/code': anybody('303 /login', { body: () => ({ code: '123456' }), visitorForm: true }),
  'POST /api/auth/step-up': staff('422 PASSWORD_WRONG', { body: () => ({ password: 'not the password' }) }),
  'GET /account': staffPage(),
  'GET /account/forgot': anybody(),
  'POST /account/forgot': anybody('303 /account/forgot?sent', {
    body: () => ({ email: 'x@x.test' }),
    visitorForm: true,
  }),
  'GET /account/invitation': anybody('410'),
  'POST /account/invitation': anybody('303 /account/invitation', { body: CHOSEN, visitorForm: true }),
  'GET /account/reset': anybody('410'),
  'POST /account/reset': anybody('303 /account/reset', { body: CHOSEN, visitorForm: true }),
  'POST /api/account/password': staff('422 PASSWORD_WRONG', {
    body: () => ({ currentPassword: 'not the password', newPassword: 'quiet harbour lantern 7' }),
  }),
  'POST /api/account/preferences': staff('200', { body: () => ({ list: 'admin', pageSize: 10 }) }),
  'GET /api/account/sessions': staff(),
  'POST /api/account/sessions/end-others': staff('200', { signsIn: true }),
  'POST /api/account/sessions/:sessionId/end': row(
    'staff',
    [OUT, '404 SESSION_NOT_FOUND', '200', '404 SESSION_NOT_FOUND'],
    { target: 'ownSession' },
  ),
  'POST /api/account/totp/start': staff('200', { signsIn: true }),
  'POST /api/account/totp/confirm': staff('422 CODE_WRONG', { body: () => ({ code: 'abcdef' }) }),
  'POST /api/account/totp/recovery-codes': staff('409 TOTP_IS_OFF', { signsIn: true }),
  'POST /api/account/totp/off': staff('409 TOTP_IS_OFF', { body: () => ({ code: '123456', password: 'x' }) }),
  'GET /admin/staff': adminPage(),
  'GET /api/admin/staff': admin(),
  'POST /api/admin/staff': admin('201', { body: INVITE }),
  'PUT /api/admin/staff/second-factor-rule': admin('200', { body: () => ({ required: false }) }),
  'PUT /api/admin/staff/:id/role': admin('200', { target: 'colleague', body: () => ({ role: 'admin' }) }),
  'PUT /api/admin/staff/:id/projects': admin('409 STAFF_NOT_ADMIN', {
    target: 'colleague',
    body: () => ({ all: false, projects: [] }),
  }),
  'POST /api/admin/staff/:id/resend-invitation': admin('200', { target: 'invited' }),
  'POST /api/admin/staff/:id/withdraw-invitation': admin('200', { target: 'invited' }),
  'POST /api/admin/staff/:id/disable': admin('200', { target: 'colleague' }),
  'POST /api/admin/staff/:id/enable': admin('200', { target: 'colleague' }),
  'POST /api/admin/staff/:id/reset-password': admin('200', { target: 'colleague' }),
  'POST /api/admin/staff/:id/reset-second-factor': admin('409 TOTP_IS_OFF', { target: 'colleague' }),
  'POST /api/admin/staff/:id/end-sessions': admin('200', { target: 'colleague' }),
  'GET /api/admin/staff/:id/sessions': admin('200', { target: 'ownSession' }),
  'POST /api/admin/staff/:id/sessions/:sessionId/end': admin('200', { target: 'ownSession' }),
  'GET /.well-known/security.txt': anybody(),
  'GET /favicon.ico': anybody('302 /build/icons/favicon.ico'),
  'GET /company-logo.png': anybody('404'),
  'GET /offline': anybody(),
  'GET /healthz': anybody(),
  'GET /readyz': anybody(),
  'GET /metrics': anybody(),
  'POST /api/analytics/page-view': anybody('200', { body: () => ({ path: '/payment/x' }) }),
  'POST /api/csp-report': anybody('204', { body: empty, policyReport: true }),
  'GET /customer-form': staffPage(),
  'GET /customer-form/offline': anybody(),
  'GET /dashboard': staffPage(),
  'GET /transactions': staffPage(),
  'GET /sales/:paymentId': ownPage('link'),
  'GET /payments/:paymentId/slip': ownPage('link'),
  'GET /api/payments/:paymentId/desk': own('link'),
  'GET /api/payments/:paymentId/timeline': own('link'),
  'GET /api/sales-manager/dashboard': staff(),
  'POST /api/sales-manager/check-open': staff('200', { body: empty }),
  'POST /api/payments/create-link': staff('201', { body: SALE }),
  'POST /api/payments/check-status/:paymentId': own('link'),
  'POST /api/payments/:paymentId/reissue-link': own('withdrawn', { body: empty }),
  'GET /api/payments/open-links': staff('200', { query: '?tokenType=gold&email=x@example.com' }),
  'POST /api/payments/send-payment-email': own('link', { body: ({ paymentId }) => ({ paymentId }) }),
  'POST /api/payments/:paymentId/cancel-link': own('link', { body: empty }),
  'POST /api/payments/:paymentId/correct-contact': own('link', {
    body: () => ({ name: 'Nia Roy', email: 'nia@example.com' }),
  }, '201'), // prettier-ignore
  'GET /api/payments/transactions/all': staff(),
  'GET /api/payments/token/:tokenNumber/payment-history': own('paid'),
  'GET /api/payments/token/:tokenNumber/upgrade-history': own('paid'),
  'GET /api/payments/:paymentId/upgrade-tokens': own('paid'),
  'POST /api/payments/:paymentId/create-upgrade-link': own(
    'paid',
    { body: () => ({ upgradeType: 'gold_to_platinum' }) },
    '201',
  ),
  'POST /api/payments/:paymentId/reset-failed-upgrades': own('failedUpgrade'),
  'GET /api/auth/getPermissionStatus': staff(),
  'PUT /api/auth/togglePermission/:id': admin('200', { target: 'refundSwitch' }),
  'POST /api/sales-manager/payments/:paymentId/refund': own('refundable', { body: REFUND }),
  'GET /api/payments/:paymentId/refunds': own('paid'),
  'GET /payment/verify': anybody(),
  'POST /payment/verify': bank('303 /payment/verify?event', { body: empty }),
  'POST /api/payments/verify-callback': anybody('400 VERIFICATION_FAILED', {
    body: () => ({ eventId: '0'.repeat(26) }),
  }),
  'POST /api/gateway/callback': bank('400 BAD_HASH', { body: empty }),
  'GET /payment/success': anybody(),
  'GET /payment/cancel': anybody(),
  'GET /thank-you': anybody(),
  'GET /payment/:paymentId': anybody('200', { target: 'link' }),
  'GET /customer-payment/:paymentId': anybody('200', { target: 'link' }),
  'GET /upgrade/:paymentId': anybody('200', { target: 'upgrade' }),
  'POST /payment/:paymentId/initiate': anybody('303 @bank', { target: 'link' }),
  'GET /payment/:paymentId/initiate': anybody('303 /payment/:paymentId', { target: 'link' }),
  'GET /payment/:paymentId/terms/:version': anybody('200', { target: 'terms' }),
  'GET /payment/:paymentId/receipt': anybody('200', { target: 'paid' }),
  'GET /payment/:paymentId/receipt.pdf': anybody('200', { target: 'paid' }),
  'POST /payment/:paymentId/receipt/mail': anybody('303 /payment/:paymentId/receipt?mail=sent', { target: 'paid' }),
  'GET /receipt/:paymentId': anybody('200', { target: 'paid' }),
  'POST /api/payments/:paymentId/send-receipt': anybody('200', { target: 'paid' }),
  'GET /api/payments/:paymentId': anybody('200', { target: 'link' }),
  'GET /api/payments/:paymentId/status': anybody('200', { target: 'link' }),
  'POST /api/payments/:paymentId/initiate': anybody('200', { target: 'link' }),
  'GET /admin/dashboard': adminPage(),
  'GET /admin/transactions': adminPage(),
  'GET /admin/review': adminPage(),
  'GET /api/admin/reviews': admin(),
  'GET /api/admin/reviews/count': admin(),
  'GET /api/admin/reviews/:reviewId': admin('200', { target: 'review' }),
  'POST /api/admin/reviews/:reviewId/decide': admin('200', {
    target: 'review',
    body: () => ({ decision: 'dismiss', note: 'Looked at it with the bank' }),
  }),
  'GET /admin/audit': adminPage(),
  'GET /api/admin/audit': admin(),
  'GET /api/admin/audit/export': admin(),
  'POST /api/admin/audit/verify': admin(),
  'GET /api/payments/admin/all': admin(),
  'GET /api/payments/admin/analysis': admin(),
  'GET /api/payments/admin/selection': admin('200', { query: '?action=check' }),
  'GET /api/admin/views': admin(),
  'POST /api/admin/views': admin('201', { body: VIEW }),
  'PUT /api/admin/views/:viewId': admin('200', { target: 'view', body: () => ({ isShared: false }) }),
  'POST /api/admin/views/:viewId/delete': admin('200', { target: 'view' }),
  'GET /api/find': staff('200', { query: '?search=asha' }),
  'GET /api/payments/admin/export': admin(),
  'GET /api/payments/admin/:paymentId/details': admin('200', { target: 'paid' }),
  'GET /admin/reconciliation': adminPage(),
  'GET /admin/day-close': adminPage(),
  'GET /api/day-close': admin('200', { query: '?day=2026-01-05' }),
  'POST /api/day-close': admin('200', { body: () => ({ day: '2026-01-05' }) }),
  'GET /api/day-close/:day.csv': admin('200', { target: 'day' }),
  'GET /admin/project': adminPage(),
  'GET /admin/projects': adminPage(),
  'GET /admin/projects/:code': adminPage({ target: 'project' }),
  'GET /api/admin/projects': admin(),
  'POST /api/admin/projects': admin('422 FIELD_ERRORS', { body: () => ({ code: 'No code' }) }),
  'GET /api/admin/projects/:code/events': admin('200', { target: 'project' }),
  'POST /api/admin/projects/:code/events': admin('422 FIELD_ERRORS', {
    target: 'project',
    body: () => ({ name: ' ' }),
  }),
  'PUT /api/admin/events/:eventId': admin('200', { target: 'event', body: () => ({ place: 'Pune' }) }),
  'GET /api/account/events': staff(),
  'PUT /api/account/event': staff('200', { body: () => ({ eventId: '1' }) }),
  'PUT /api/admin/projects/:code': admin('200', { target: 'project', body: () => ({ name: 'Green Meadows' }) }),
  'GET /admin/catalogue': adminPage(),
  'GET /api/admin/projects/:code/catalogue': admin('200', { target: 'project' }),
  'POST /api/admin/projects/:code/catalogue': admin('422 FIELD_ERRORS', {
    target: 'project',
    body: () => catalogueBody({ effectiveFrom: '2020-01-01' }),
  }),
  'POST /api/admin/projects/:code/terms': admin('422 FIELD_ERRORS', {
    target: 'project',
    body: () => ({ effectiveFrom: '2020-01-01', summaryEn: 'x', bodyEn: 'x', summaryHi: 'x', bodyHi: 'x' }),
  }),
  'GET /project-logo/:digest': anybody('404'),
  'POST /api/admin/projects/:code/logo': admin('422 FIELD_ERRORS', {
    target: 'project',
    upload: { type: 'image/png', text: 'no picture at all' },
  }),
  'POST /api/admin/projects/:code/logo/remove': admin('200', { target: 'project' }),
  'GET /api/admin/projects/:code/quotas': admin('200', { target: 'project' }),
  'PUT /api/admin/projects/:code/quotas': admin('200', {
    target: 'project',
    body: () => ({ tokenType: 'platinum', limit: '' }),
  }),
  'GET /api/bank-holidays': admin(),
  'POST /api/bank-holidays': admin('422 FIELD_ERRORS', { body: () => ({ day: 'no day', name: 'Diwali' }) }),
  'POST /api/bank-holidays/:day/remove': admin('404 NOT_FOUND', { target: 'day' }),
  'GET /api/settlements/runs': admin('200', { query: '?day=2026-01-05' }),
  'POST /api/settlements/runs': admin('200', { body: () => ({ day: '2026-01-05' }) }),
  'POST /api/settlements/file': admin('422 SETTLEMENT_FILE_INVALID', {
    query: '?day=2026-01-05',
    upload: { type: 'text/csv', text: 'no file at all' },
  }),
  'GET /api/settlements/sample.csv': admin(),
  'GET /api/settlements/exceptions.csv': admin('200', { query: '?day=2026-01-05' }),
  'GET /api/settlements/payments/:paymentId': admin('200', { target: 'paid' }),
  'GET /test-payment': probe(),
  'GET /test-payment/return': probe(),
  'POST /test-payment/return': probe('404', { bankPost: true, body: empty }),
  'GET /gateway-test': probe(),
  'GET /components': probe(),
  'POST /api/payments/test-link': probe('201'),
  'POST /api/payments/test-status': probe('404 NOT_FOUND', { body: () => ({ reference: 'TP0' }) }),
  'POST /api/payments/test-icici-hash': probe('200', { body: () => ({ amount: '1.00' }) }),
  'POST /api/payments/test-icici-api': probe(),
  'POST /api/payments/test-icici-documentation': probe(),
  'POST /api/payments/test-icici-complete-flow': probe(),
  'GET /api/payments/debug/all-payments': admin('200', { testPage: true }),
};

export interface MatrixRoute extends Row {
  /** Method and path pattern. */
  name: string;
  method: string;
  path: string;
  isApi: boolean;
}

export const MATRIX_ROUTES: MatrixRoute[] = Object.entries(MATRIX).map(([name, found]) => {
  const [method = '', path = ''] = name.split(' ');
  return { ...found, name, method, path, isApi: path.startsWith('/api/') };
});

export const WRITES = MATRIX_ROUTES.filter(({ method }) => method !== 'GET');
export const READS = MATRIX_ROUTES.filter(({ method }) => method === 'GET');
/** HTML for people, and no address of a file or a probe. */
export const PAGES = READS.filter(
  ({ isApi, path }) => !isApi && !/\.(?:pdf|txt|ico)$|^\/(?:healthz|readyz|metrics)$/.test(path),
);

/** Path and query with the ids of the target. */
export function pathOf({ path, query = '' }: MatrixRoute, target: Targets): string {
  return path.replace(/:(\w+)/g, (_all, name: keyof Targets) => target[name] ?? `missing-${name}`) + query;
}
