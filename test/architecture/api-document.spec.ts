import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import { listRoutes, type RouteEntry } from '../../src/http/route-list.js';
import { apiDocument, type DocumentedOperation } from '../../src/openapi/document.js';
import type { Schema } from '../../src/openapi/schema.js';
import { API_ERROR_CODES, ERROR_CODES } from '../../src/contracts/error-codes.js';
import { AppContexts } from '../support/app-context.js';
import { inputsOf, type RequestClass } from '../support/request-classes.js';

const SOURCES = join(import.meta.dirname, '../../src');
/** All of src that may refuse: without the table of codes and the document itself. */
const SOURCE = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.spec)\.ts$/.test(file) && !/contracts\/error-codes|^openapi\//.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n');

describe('the document of the API', () => {
  const contexts = new AppContexts();

  const routesWith = async (testPages: boolean) =>
    listRoutes(await contexts.open({ testPages })).filter(({ path }) => /^\/api(\/|$)/.test(path));

  afterAll(() => contexts.close());

  it.each([true, false])(
    'names each route with whoever may use it, and no other (test pages: %s)',
    async (testPages) => {
      const routes = await routesWith(testPages);
      const documented = operationsOf(apiDocument({ testPages })).map(([route, operation]) => [
        route,
        operation['x-access'],
      ]);
      expect(Object.fromEntries(documented)).toEqual(
        Object.fromEntries(routes.map((route) => [nameOf(route), accessOf(route)])),
      );
    },
  );

  it('has the fields of each body, and says of each whether it may be left out', async () => {
    const routes = await routesWith(true);
    const operations = new Map(operationsOf(apiDocument({ testPages: true })));
    const found = routes.flatMap((route) => {
      const dto = inputsOf(route).find(({ part }) => part === 'body')?.type;
      return dto ? [{ route: nameOf(route), dto }] : [];
    });
    expect(found.length).toBeGreaterThan(15);
    for (const { route, dto } of found) {
      const schema = operations.get(route)?.requestBody?.content['application/json']?.schema;
      const fields = Object.keys(schema?.properties ?? {}).map((name) => [
        name,
        schema?.required?.includes(name) ?? false,
      ]);
      const isRequired = operations.get(route)?.requestBody?.required;
      expect({ route, fields: Object.fromEntries(fields), isRequired, open: schema?.additionalProperties }).toEqual({
        route,
        fields: fieldsOf(dto),
        isRequired: Object.values(fieldsOf(dto)).includes(true),
        open: false,
      });
    }
  });

  it('asks for the name of a new event, not of one that is changed', () => {
    const operations = new Map(operationsOf(apiDocument({ testPages: true })));
    const neededOf = (route: string) =>
      operations.get(route)?.requestBody?.content['application/json']?.schema?.required ?? [];
    expect(neededOf('POST /api/admin/projects/{code}/events')).toEqual(['name']);
    expect(neededOf('PUT /api/admin/events/{eventId}')).toEqual([]);
  });

  it('names the most that each list of a body may hold', () => {
    const lists = operationsOf(apiDocument({ testPages: true })).flatMap(([route, { requestBody }]) =>
      listsOf(requestBody?.content['application/json']?.schema ?? {}).map((list) => ({ route, most: list.maxItems })),
    );
    expect(lists.length).toBeGreaterThan(5);
    expect(lists.filter(({ most }) => most === undefined)).toEqual([]);
  });

  it('names the filters of the own list where the bank is asked about its open payments', () => {
    const operations = new Map(operationsOf(apiDocument({ testPages: true })));
    const filtersOf = (route: string) =>
      (operations.get(route)?.parameters ?? [])
        .flatMap(({ in: where, name }) => (where === 'query' ? name : []))
        .filter((name) => !['page', 'limit', 'total', 'after'].includes(name));
    const own = filtersOf('GET /api/sales-manager/dashboard');
    expect(own).toEqual(['search', 'status', 'expires', 'event']);
    expect(filtersOf('POST /api/sales-manager/check-open')).toEqual(own);
  });

  it('promises the first answer again only where it is given: Pay is answered anew', () => {
    const said = operationsOf(apiDocument({ testPages: false })).flatMap(([route, { parameters }]) =>
      parameters
        .filter(({ name }) => name === 'Idempotency-Key')
        .map(({ schema }) => [route, /gives the first answer/.test(schema.description ?? '')]),
    );
    expect(said.length).toBeGreaterThan(5);
    expect(said.filter(([, isFirst]) => !isFirst)).toEqual([['POST /api/payments/{paymentId}/initiate', false]]);
  });

  it('says of each operation what it does, beyond the name of its handler', () => {
    const silent = operationsOf(apiDocument({ testPages: true })).filter(
      ([, { summary }]) => !/^[A-Z].* /.test(summary),
    );
    expect(silent.map(([route]) => route)).toEqual([]);
  });

  it('names every operation differently', () => {
    const ids = operationsOf(apiDocument({ testPages: true })).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers to nothing that it does not have', () => {
    const document = apiDocument({ testPages: true });
    const named = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  it('lists every code that is not internal, and no code that nothing refuses with', () => {
    const listed = Object.keys(apiDocument({ testPages: true })['x-error-codes']);
    expect(listed).toEqual(Object.keys(API_ERROR_CODES));
    expect(Object.keys(ERROR_CODES).filter((code) => !SOURCE.includes(`'${code}'`))).toEqual([]);
  });
});

function listsOf(schema: Schema): Schema[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  return [...(schema.items ? [schema] : []), ...inner.flatMap(listsOf)];
}

function operationsOf(document: ReturnType<typeof apiDocument>): [string, DocumentedOperation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, DocumentedOperation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

function nameOf({ method, path }: RouteEntry): string {
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

function accessOf({ access }: RouteEntry): string {
  if (access === null || access === 'public') return String(access);
  return access.includes('sales_manager') ? 'staff' : 'admin';
}

/** The fields of a class by its validators: true for those that are needed. */
function fieldsOf(dto: RequestClass): Record<string, boolean> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const fields: Record<string, boolean> = {};
  for (const { propertyName } of rules) fields[propertyName] = true;
  for (const { propertyName, type } of rules) if (type === 'conditionalValidation') fields[propertyName] = false;
  return fields;
}
