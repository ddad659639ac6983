import { ERROR_CODES, type ErrorCodeName } from './error-codes.js';
import { JSON_TYPE, type Operation, type Operations } from './operation.js';
import { PATH_PARAMETERS } from './parameters.js';
import { refusalsOf } from './refusals.js';
import { ACCOUNT } from './routes/account.js';
import { CLOSING } from './routes/closing.js';
import { CUSTOMER } from './routes/customer.js';
import { MONEY } from './routes/money.js';
import { OFFICE } from './routes/office.js';
import { SELLING } from './routes/selling.js';
import { STAFF } from './routes/staff.js';
import { SYSTEM, TEST_PAGES } from './routes/system.js';
import { object, type Schema, success, text } from './schema.js';
import { CONTRACT_SCHEMAS } from './schemas/index.js';

interface Chapter {
  name: string;
  description: string;
  operations: Operations;
}

const CHAPTERS: readonly Chapter[] = [
  { name: 'Account', description: 'Signing in and out, and the own account.', operations: ACCOUNT },
  { name: 'Selling', description: 'Payment links and what staff do with them.', operations: SELLING },
  {
    name: 'Money back and upgrades',
    description: 'Refunds, the refund switch, upgrades of tokens.',
    operations: MONEY,
  },
  { name: 'Customer and bank', description: 'For the holder of a link, and for the bank.', operations: CUSTOMER },
  { name: 'Office', description: 'All payments, reviews and the log.', operations: OFFICE },
  { name: 'Closing', description: 'Reconciliation with the bank, and closed days.', operations: CLOSING },
  { name: 'Staff', description: 'Accounts of staff.', operations: STAFF },
  { name: 'System', description: 'Live news, and this document.', operations: SYSTEM },
  { name: 'Test pages', description: 'There while the test pages are switched on.', operations: TEST_PAGES },
];

const INTRODUCTION =
  'Answers are `{ success: true, data }`, refusals `{ success: false, message, error, details? }`; `error` is one of the codes ' +
  'listed with each answer. Amounts are rupees, times ISO 8601 in UTC, days those of India. Unknown fields in a body are refused. ' +
  'Bodies are JSON unless said otherwise. Browsers use the session cookie and send X-XSRF-TOKEN with every write; programs use the ' +
  'bearer token of POST /api/login.';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

export interface DocumentedAnswer {
  description: string;
  headers?: Readonly<Record<string, { description: string; schema: Schema }>>;
  content: Readonly<Record<string, { schema: Schema }>>;
}

type Responses = Readonly<Record<string, DocumentedAnswer>>;

export interface DocumentedOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Who may call it: public, staff or admin. */
  'x-access': 'public' | 'staff' | 'admin';
  parameters: readonly Parameter[];
  requestBody?: { required: boolean; content: Readonly<Record<string, { schema: Schema }>> };
  responses: Responses;
}

export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  components: { schemas: Readonly<Record<string, Schema>>; securitySchemes: object };
  'x-error-codes': typeof ERROR_CODES;
}

/** The description of every route under /api; those of the test pages where these are switched on. */
export function apiDocument({ testPages }: { testPages: boolean }): ApiDocument {
  const chapters = CHAPTERS.filter(({ operations }) => testPages || operations !== TEST_PAGES);
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const { name, operations } of chapters) {
    for (const [route, operation] of Object.entries(operations)) {
      const [method = '', path = ''] = route.split(' ');
      (paths[path] ??= {})[method.toLowerCase()] = documented(route, operation, name);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'TokenDesk', version: '1', description: INTRODUCTION },
    tags: chapters.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: schemasUsedBy(paths),
      securitySchemes: {
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'td_session',
          description: 'Set by signing in; `__Host-td_session` in production.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/login.' },
      },
    },
    'x-error-codes': ERROR_CODES,
  };
}

function documented(route: string, operation: Operation, tag: string): DocumentedOperation {
  const { access, summary, description, limit, stepUp } = operation;
  const who = { public: 'Public.', setup: 'Staff.', staff: 'Staff.', admin: 'Admins.' }[access];
  const remarks = [who, description, limit && `Limited: ${limit}`, stepUp && 'Asks for a fresh code or password.'];
  const content = operation.content ?? (operation.body && { [JSON_TYPE]: operation.body });
  return {
    operationId: route
      .replaceAll(/[^A-Za-z]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .toLowerCase(),
    tags: [tag],
    summary,
    description: remarks.filter(Boolean).join(' '),
    security: access === 'public' ? [] : [{ cookie: [] }, { bearer: [] }],
    'x-access': access === 'setup' ? 'staff' : access,
    parameters: parametersOf(route, operation),
    ...(content && { requestBody: { required: !mayBeLeftOut(operation.body), content: asMedia(content) } }),
    responses: merged(successes(operation), failures(refusalsOf(route, operation)), others(operation)),
  };
}

/** A body of which every field is optional. */
function mayBeLeftOut(body: Operation['body']): boolean {
  return body?.properties !== undefined && body.required === undefined;
}

function parametersOf(route: string, { query = {}, needed = [], idempotent }: Operation): Parameter[] {
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const key = text('1 to 255 visible characters. A repetition under the same key gives the first answer.', {
    minLength: 1,
    maxLength: 255,
  });
  return [
    ...names.map((name) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: PATH_PARAMETERS[name] ?? text(name),
    })),
    ...Object.entries(query).map(([name, schema]) => ({
      name,
      in: 'query' as const,
      required: needed.includes(name),
      schema,
    })),
    ...(idempotent ? [{ name: 'Idempotency-Key', in: 'header' as const, required: false, schema: key }] : []),
  ];
}

function successes({ data, beside, status = 200 }: Operation): Responses {
  return data ? { [status]: { description: 'Done.', content: asMedia({ [JSON_TYPE]: success(data, beside) }) } } : {};
}

function others({ answers = {} }: Operation): Responses {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { description, content }]) => [
      status,
      { description, content: asMedia(content) },
    ]),
  );
}

function failures(codes: readonly ErrorCodeName[]): Responses {
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const found = codes.filter((code) => ERROR_CODES[code].status === status);
      const description = found.map((code) => `${code}: ${ERROR_CODES[code].meaning}`).join(' ');
      const headers = status === 429 ? { headers: RETRY_AFTER } : {};
      return [status, { description, ...headers, content: asMedia({ [JSON_TYPE]: failure(found) }) }];
    }),
  );
}

/** Two kinds of answer with one status are alternatives. */
function merged(...all: Responses[]): Responses {
  const responses: Record<string, DocumentedAnswer> = {};
  for (const [status, answer] of all.flatMap((each) => Object.entries(each))) {
    const known = responses[status];
    const [one, other] = [known?.content[JSON_TYPE], answer.content[JSON_TYPE]];
    responses[status] =
      known && one && other
        ? {
            description: `${known.description} ${answer.description}`,
            content: asMedia({ [JSON_TYPE]: { anyOf: [one.schema, other.schema] } }),
          }
        : answer;
  }
  return responses;
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string', pattern: String.raw`^\d+$` } },
};

function failure(codes: readonly string[]): Schema {
  const details: Schema = {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'A sentence for each field; with a 5xx, the request’s id.',
  };
  const message = text('In words for people.');
  return object({ success: { const: false }, message, error: { enum: codes }, details }, ['details']);
}

function asMedia(schemas: Readonly<Record<string, Schema>>): Record<string, { schema: Schema }> {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));
}

function schemasUsedBy(paths: object): Record<string, Schema> {
  const used: Record<string, Schema> = {};
  const known: Readonly<Record<string, Schema>> = CONTRACT_SCHEMAS;
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = known[name];
      if (name in used || !schema) continue;
      used[name] = schema;
      visit(schema);
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(used).sort(([a], [b]) => (a < b ? -1 : 1)));
}
