import { API_ERROR_CODES, type ApiErrorCode } from '../contracts/error-codes.js';
import { CONTRACT_SCHEMAS, ROUTES } from './generated.js';
import { JSON_TYPE, type Operation, type RouteFacts, says } from './operation.js';
import { PATH_PARAMETERS } from './parameters.js';
import { REMARKS } from './remarks.js';
import { object, type Schema, success, text } from './schema.js';

/** The routes of the document, by what their controllers are called before `Controller` or `ApiController`. */
const CHAPTERS = [
  { name: 'Account', description: 'Signing in and out, and the own account.', of: ['Auth', 'Account', 'OwnEvent', 'SecondFactor'] },
  { name: 'Selling', description: 'Payment links and what staff do with them.', of: ['Payments', 'Sales', 'Links', 'PaymentHistory', 'Finder', 'Analytics'] },
  { name: 'Money back and upgrades', description: 'Refunds, the refund switch, upgrades of tokens.', of: ['Refunds', 'Permission', 'Upgrades'] },
  { name: 'Customer and bank', description: 'For the holder of a link, and for the bank.', of: ['PublicPayments', 'Receipts', 'Verify'] },
  { name: 'Office', description: 'All payments, reviews and the log.', of: ['Admin', 'SavedViews', 'Reviews', 'Audit', 'Projects', 'Events', 'Logos', 'Quotas', 'Catalogue'] },
  { name: 'Closing', description: 'Reconciliation with the bank, and closed days.', of: ['DayClose', 'Calendar', 'Settlements'] },
  { name: 'Staff', description: 'Accounts of staff.', of: ['Staff', 'StaffLinks'] },
  { name: 'System', description: 'Live events, and this document.', of: ['Live', 'CspReport', 'Docs'] },
  { name: 'Test pages', description: 'There while the test pages are switched on.', of: ['GatewayTests', 'DebugPayments'] },
] as const; // prettier-ignore

const IN_COOKIE = 'Set by signing in; `__Host-td_session` in production.';
const SECURITY = {
  cookie: { type: 'apiKey', in: 'cookie', name: 'td_session', description: IN_COOKIE },
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/login.' },
};

const INTRODUCTION =
  'Answers are `{ success: true, data }`, refusals `{ success: false, message, error, details? }`; `error` is one of the codes ' +
  'listed with each answer. Amounts are rupees, times ISO 8601 in UTC, days those of India. Unknown fields in a body are refused. ' +
  'Bodies are JSON unless said otherwise. Browsers use the session cookie and send X-XSRF-TOKEN with every write; programs use the ' +
  'bearer token of POST /api/login.';

const DETAILS = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'A sentence for each field; with a 5xx, the request’s id.',
};
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string', pattern: String.raw`^\d+$` } },
};
const KEY_LENGTH = { minLength: 1, maxLength: 255 };
const IDEMPOTENCY_KEY = text(
  '1 to 255 visible characters. A repetition under the same key gives the first answer.',
  KEY_LENGTH,
);
const RUNNING_AGAIN_KEY = text(
  '1 to 255 visible characters. A repetition under the same key is answered anew, as things stand then.',
  KEY_LENGTH,
);

/** Schemas by media type. */
type Content = Readonly<Record<string, Schema>>;
type Responses = Readonly<Record<string, { description: string; content: Content }>>;
type DocumentedAnswer = { description: string; headers?: typeof RETRY_AFTER; content: ReturnType<typeof asMedia> };
export type DocumentedOperation = ReturnType<typeof documented>;
export type ApiDocument = ReturnType<typeof apiDocument>;

/** The description of every route under /api; those of the test pages where these are switched on. */
export function apiDocument({ testPages }: { testPages: boolean }) {
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const [route, facts] of Object.entries<RouteFacts>(ROUTES)) {
    if (facts.testPage && !testPages) continue;
    const [method = '', path = ''] = route.split(' ');
    // A comment of the source stands in for what nobody has said by hand.
    const remarks = REMARKS[route as keyof typeof ROUTES] ?? says(facts.comment ?? facts.handler);
    (paths[path] ??= {})[method.toLowerCase()] = documented(route, { ...facts, ...remarks });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'TokenDesk', version: '1', description: INTRODUCTION },
    tags: CHAPTERS.filter(({ name }) => testPages || name !== 'Test pages').map(({ of: _, ...tag }) => tag),
    paths,
    components: { schemas: schemasUsedBy(paths), securitySchemes: SECURITY },
    'x-error-codes': documentedCodes(),
  };
}

function chapterOf({ handler }: RouteFacts): string {
  const controller = handler.replace(/(?:Api)?Controller\..*$/, '');
  const chapter = CHAPTERS.find(({ of }) => (of as readonly string[]).includes(controller));
  if (!chapter) throw new Error(`no chapter of the API document has the routes of ${handler}`);
  return chapter.name;
}

function documented(route: string, operation: Operation) {
  const { access, summary, description, limit, stepUp, body, content = body && { [JSON_TYPE]: body } } = operation;
  const who = { public: 'Public.', setup: 'Staff.', staff: 'Staff.', admin: 'Admins.' }[access];
  const remarks = [who, description, limit && `Limited: ${limit}`, stepUp && 'Asks for a fresh code or password.'];
  const operationId = route.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return {
    operationId: operationId.replace(/-$/, ''),
    tags: [chapterOf(operation)],
    summary,
    description: remarks.filter(Boolean).join(' '),
    security: access === 'public' ? [] : [{ cookie: [] }, { bearer: [] }],
    /** Who may call it. */
    'x-access': access === 'setup' ? 'staff' : access,
    parameters: parametersOf(route, operation),
    // A body of which every field is optional may be left out.
    ...(content && { requestBody: { required: !body || body.required !== undefined, content: asMedia(content) } }),
    responses: merged(successes(operation), failures(refusalsOf(route, operation)), operation.answers ?? {}),
  };
}

function parametersOf(route: string, { query = {}, needed = [], idempotent, runsAgain }: Operation) {
  const at = (place: 'path' | 'query' | 'header', name: string, required: boolean, schema: Schema) => {
    return { name, in: place, required, schema };
  };
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [
    ...names.map((name) => at('path', name, true, PATH_PARAMETERS[name] ?? text(name))),
    ...Object.entries(query).map(([name, schema]) => at('query', name, needed.includes(name), schema)),
    ...(idempotent ? [at('header', 'Idempotency-Key', false, runsAgain ? RUNNING_AGAIN_KEY : IDEMPOTENCY_KEY)] : []),
  ];
}

function successes({ data, beside, status, files }: Operation): Responses {
  const content = files?.map((type) => [type, { type: 'string' }]);
  if (content)
    return { 200: { description: 'The file, as a download.', content: Object.fromEntries(content) as Content } };
  return data ? { [status]: { description: 'Done.', content: { [JSON_TYPE]: success(data, beside) } } } : {};
}

/** Everything that a route may refuse with: its own, and what follows from who may use it and what it takes. */
function refusalsOf(route: string, operation: Operation): ApiErrorCode[] {
  const { access, body, idempotent, limit, query, stepUp, refusals = [] } = operation;
  const isWrite = !route.startsWith('GET');
  const groups: (readonly ApiErrorCode[] | false | undefined)[] = [
    refusals,
    ['BAD_REQUEST', 'VALIDATION_FAILED', 'IDENTITY_CONFLICT', 'PERSON_CHANGED', 'INTERNAL', 'UNAVAILABLE'],
    ['STORAGE_FULL', 'STORAGE_READ_ONLY', 'STORAGE_FAILED', 'STORAGE_MOVED'],
    access !== 'public' && ['AUTH_REQUIRED'],
    (access === 'staff' || access === 'admin') && ['TOTP_SETUP_REQUIRED'],
    access === 'admin' && ['FORBIDDEN'],
    isWrite && ['CSRF_FAILED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    body && ['FIELD_ERRORS'],
    idempotent && ['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_RUNNING'],
    (limit !== undefined || isList(query)) && ['THROTTLED'],
    stepUp && ['STEP_UP_REQUIRED'],
  ];
  return [...new Set(groups.flatMap((group) => group || []))];
}

/** Lists refuse whoever walks through them too fast. */
function isList(query: Operation['query']): boolean {
  return query !== undefined && ['page', 'before', 'after'].some((name) => name in query);
}

function failures(codes: readonly ApiErrorCode[]): Responses {
  const statuses = new Set(codes.map((code) => API_ERROR_CODES[code].status).sort((a, b) => a - b));
  const answers = [...statuses].map((status) => {
    const found = codes.filter((code) => API_ERROR_CODES[code].status === status);
    const description = found.map((code) => `${code}: ${API_ERROR_CODES[code].meaning}`).join(' ');
    return [status, { description, content: { [JSON_TYPE]: failure(found) } }] as const;
  });
  return Object.fromEntries(answers);
}

/** Without the texts for people. */
function documentedCodes() {
  const rows = Object.entries(API_ERROR_CODES).map(([code, { status, meaning }]) => [code, { status, meaning }]);
  return Object.fromEntries(rows) as Readonly<Record<ApiErrorCode, { status: number; meaning: string }>>;
}

function failure(codes: readonly string[]): Schema {
  const message = text('In words for people.');
  return object({ success: { const: false }, message, error: { enum: codes }, details: DETAILS }, ['details']);
}

/** Two kinds of answer with one status are alternatives. */
function merged(...all: Responses[]) {
  const responses: Record<string, { description: string; content: Content }> = {};
  for (const [status, answer] of all.flatMap((each) => Object.entries(each))) {
    const { description, content } = responses[status] ?? {};
    const [one, other] = [content?.[JSON_TYPE], answer.content[JSON_TYPE]];
    const isBoth = one && other;
    responses[status] = isBoth
      ? { description: `${description} ${answer.description}`, content: { [JSON_TYPE]: { anyOf: [one, other] } } }
      : answer;
  }
  const answers = Object.entries(responses).map(([status, { description, content }]) => [
    status,
    { description, ...(status === '429' && { headers: RETRY_AFTER }), content: asMedia(content) },
  ]);
  return Object.fromEntries(answers) as Record<string, DocumentedAnswer>;
}

function asMedia(content: Content): Readonly<Record<string, { schema: Schema }>> {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
}

/** @returns the named schemas that a part of the document refers to, and those that they refer to; sorted by name */
export function schemasUsedBy(part: object): Record<string, Schema> {
  const used: Record<string, Schema> = {};
  const known: Readonly<Record<string, Schema>> = CONTRACT_SCHEMAS;
  const visit = (each: unknown) => {
    for (const [, name = ''] of JSON.stringify(each).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = known[name];
      if (name in used || !schema) continue;
      used[name] = schema;
      visit(schema);
    }
  };
  visit(part);
  return Object.fromEntries(Object.entries(used).sort(([a], [b]) => (a < b ? -1 : 1)));
}
