import type { INestApplicationContext } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MINUTE_MS } from '../../src/domain/calendar/durations.js';
import { listRoutes, type RouteEntry } from '../../src/http/index.js';
import type { RouteFacts } from '../../src/openapi/operation.js';
import type { Schema } from '../../src/openapi/schema.js';
import { argumentsOf, inputsOf, type RequestClass } from '../support/request-classes.js';
import { fieldsOf, propertyOf, schemaOf } from './dto-fields.js';
import type { SourceTypes } from './source-types.js';

const HEADER = [
  '// Made from the controllers, the DTOs and src/contracts, where types, rules and their comments are to be changed.',
  '// To renew it: npm run generate',
  '/* oxlint-disable max-lines -- one line a field, written by nobody */',
  `import type { RouteFacts } from './operation.js';`,
  `import type { Schema } from './schema.js';`,
  '',
];

/** src/openapi/generated.ts as the source says it has to be. */
export function apiFacts(app: INestApplicationContext, always: INestApplicationContext, types: SourceTypes): string {
  const usual = new Set(listRoutes(always).map(({ handler }) => handler));
  const routes = listRoutes(app)
    .filter(({ path }) => /^\/api(\/|$)/.test(path))
    .map((route): [string, RouteFacts] => [
      `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`,
      { ...factsOf(route, types), ...(!usual.has(route.handler) && { testPage: true }) },
    ]);
  return [
    ...HEADER,
    'export const ROUTES = {',
    ...routes.map(([name, facts]) => linesOf(name, facts)),
    '} as const satisfies Record<string, RouteFacts>;',
    '',
    'export const CONTRACT_SCHEMAS = {',
    ...Object.entries(types.contracts).map(([name, schema]) => linesOf(name, schema)),
    '} satisfies Record<string, Schema>;',
    '',
    'export type ContractName = keyof typeof CONTRACT_SCHEMAS;',
    '',
  ].join('\n');
}

function factsOf(route: RouteEntry, types: SourceTypes): RouteFacts {
  const { handler, isIdempotent, rateLimit, runsAgain, status, stepUp } = route;
  const inputs = inputsOf(route);
  const typeOf = (part: 'body' | 'query') => inputs.find((input) => input.part === part)?.type;
  const [body, query] = [typeOf('body'), typeOf('query')];
  const taken = argumentsOf(route);
  const single = taken.filter(({ kind, name }) => kind === RouteParamtypes.QUERY && name !== undefined);
  const asked: Schema = query ? queryOf(query, types) : { properties: bare(single.map(({ name }) => name!)) };
  return {
    handler,
    ...(types.handlers[handler] !== undefined && { comment: types.handlers[handler] }),
    access: accessOf(route),
    status,
    ...(stepUp && { stepUp: true }),
    ...(isIdempotent && { idempotent: true }),
    ...(runsAgain && { runsAgain: true }),
    ...(rateLimit && { limit: limitOf(rateLimit) }),
    ...(body && { body: schemaOf(fieldsOf(body), types.fields) }),
    ...(Object.keys(asked.properties ?? {}).length > 0 && { query: asked.properties }),
    ...(asked.required && { needed: asked.required }),
    ...(types.answers[handler] && { data: types.answers[handler] }),
  };
}

function accessOf({ access, isBeforeSetup, handler }: RouteEntry): RouteFacts['access'] {
  if (access === null) throw new Error(`${handler} says nobody who may use it`);
  if (access === 'public') return 'public';
  if (!access.includes('sales_manager')) return 'admin';
  return isBeforeSetup ? 'setup' : 'staff';
}

/** A parameter of a query is there or not, and never null. */
function queryOf(dto: RequestClass, { fields: comments }: SourceTypes): Schema {
  const fields = fieldsOf(dto);
  const schemas = fields.map((field) => [field.name, propertyOf({ ...field, isOptional: false }, comments)]);
  return {
    properties: Object.fromEntries(schemas) as Record<string, Schema>,
    required: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  };
}

function bare(names: string[]): Record<string, Schema> {
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
}

function limitOf({ limit, windowMs, by }: NonNullable<RouteEntry['rateLimit']>): string {
  const minutes = windowMs / MINUTE_MS;
  return `${limit} ${minutes === 1 ? 'a minute' : `in ${minutes} minutes`}${by === 'ip' ? ' for an address' : ''}.`;
}

/** One line a field, so that a change of the wire shows as a line. */
function linesOf(name: string, value: object): string {
  const lines = Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    const isFields = key === 'properties' && Object.keys(each as object).length > 0;
    if (!isFields && !(key === 'body' && (each as Schema).properties)) return [`    ${key}: ${JSON.stringify(each)},`];
    if (!isFields) return [linesOf(key, each as object).replaceAll(/^/gm, '  ')];
    const fields = Object.entries(each as object).map(
      ([field, schema]) => `      "${field}": ${JSON.stringify(schema)},`,
    );
    return [`    ${key}: {`, ...fields, '    },'];
  });
  return [`  "${name}": {`, ...lines, '  },'].join('\n');
}
