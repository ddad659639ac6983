import { z } from 'zod';
import { apiDocument, type DocumentedOperation, schemasUsedBy } from '../../src/openapi/document.js';
import type { Schema } from '../../src/openapi/schema.js';

export interface Exchange {
  method: string;
  /** As asked for, with its query. */
  path: string;
  sent: { body?: unknown; headers?: Record<string, string> };
  status: number;
  headers: Headers;
  text: string;
}

/** The product and its document disagree. */
export class ContractBroken extends Error {
  constructor(exchange: Exchange, what: string) {
    const { method, path, status, text } = exchange;
    super(`${method} ${path} → ${status}: ${what}\nanswer: ${text.slice(0, 600)}`);
    this.name = 'ContractBroken';
  }
}

const DOCUMENT = apiDocument({ testPages: true });
const ROUTES = Object.entries(DOCUMENT.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })))
  .map((route) => ({ ...route, pattern: patternOf(route.path), wildcards: route.path.split('{').length - 1 }))
  // As the router does: a fixed word goes before a parameter.
  .sort((a, b) => a.wildcards - b.wildcards);
/** What may be answered where the document names no route: nothing is there, or nothing that takes this method. */
const NOWHERE = new Set([400, 401, 403, 404, 405, 413, 415]);
const NOWHERE_BODY: Schema = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string' },
    error: { enum: Object.keys(DOCUMENT['x-error-codes']) },
    details: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['success', 'message', 'error'],
  additionalProperties: false,
};

const judges = new Map<Schema, z.ZodType>();

/** Holds a request to the API and its answer against the document. @throws ContractBroken */
export function checkExchange(exchange: Exchange): void {
  const { pathname } = new URL(exchange.path, 'http://localhost');
  if (!/^\/api(\/|$)/i.test(pathname)) return;
  const operation = operationOf(exchange.method, pathname);
  if (!operation) {
    if (!NOWHERE.has(exchange.status)) throw new ContractBroken(exchange, 'the document has no such route');
    if (exchange.method !== 'HEAD') judge(exchange, NOWHERE_BODY, parsed(exchange), 'answer');
    return;
  }
  checkAnswer(exchange, operation);
  if (exchange.status < 300) checkRequest(exchange, operation);
}

function operationOf(method: string, pathname: string): DocumentedOperation | undefined {
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  const here = ROUTES.filter((route) => route.pattern.test(pathname));
  // A word that is an action's is no id, for whatever method.
  return here.find((route) => route.method === wanted && route.wildcards === here[0]?.wildcards)?.operation;
}

function checkAnswer(exchange: Exchange, operation: DocumentedOperation): void {
  const { status, headers, method } = exchange;
  const answer = operation.responses[String(status)];
  if (!answer) {
    if (isHiddenTestPage(exchange, operation)) return;
    throw new ContractBroken(exchange, `the document has no answer ${status} for ${operation.operationId}`);
  }
  if (answer.headers?.['Retry-After'] && !/^\d+$/.test(headers.get('retry-after') ?? ''))
    throw new ContractBroken(exchange, 'no Retry-After');
  if (method === 'HEAD' || (Object.keys(answer.content).length === 0 && exchange.text === '')) return;
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  const media = answer.content[type];
  if (!media) throw new ContractBroken(exchange, `the document has no ${type || 'empty'} answer`);
  if (type === 'application/json') judge(exchange, media.schema, parsed(exchange), 'answer');
}

/** Without their setting the test pages are not there, and their addresses fall to others. */
function isHiddenTestPage({ status }: Exchange, { tags }: DocumentedOperation): boolean {
  return tags.includes('Test pages') && (status === 404 || status === 405);
}

/** What was accepted has to be what the document allows. */
function checkRequest(exchange: Exchange, operation: DocumentedOperation): void {
  const { sent, path } = exchange;
  const sentType = sent.headers?.['content-type'] ?? sent.headers?.['Content-Type'] ?? 'application/json';
  const content = operation.requestBody?.content;
  const media = content?.[sentType.split(';')[0]?.trim() ?? ''];
  if (content && sent.body !== undefined) {
    if (!media) throw new ContractBroken(exchange, `the document has no ${sentType} body`);
    if (sentType.startsWith('application/json')) judge(exchange, media.schema, asJson(sent.body), 'request');
  }
  const given = new URL(path, 'http://localhost').searchParams;
  const missing = operation.parameters.find(
    ({ name, in: where, required }) => where === 'query' && required && !given.has(name),
  );
  if (missing) throw new ContractBroken(exchange, `accepted without the parameter ${missing.name}`);
}

function judge(exchange: Exchange, schema: Schema, value: unknown, part: 'answer' | 'request'): void {
  let judgeOf = judges.get(schema);
  if (!judgeOf) {
    const whole = rewritten({ ...schema, $defs: schemasUsedBy(schema) });
    judgeOf = z.fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0]);
    judges.set(schema, judgeOf);
  }
  const result = judgeOf.safeParse(value);
  if (!result.success)
    throw new ContractBroken(exchange, `the ${part} is not as documented\n${z.prettifyError(result.error)}`);
}

/** Definitions stand elsewhere for the validator than in an OpenAPI document. */
function rewritten<T>(part: T): T {
  return JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', '#/$defs/')) as T;
}

function patternOf(path: string): RegExp {
  const source = path
    .split(/\{\w+\}/)
    .map((text) => text.replaceAll('.', String.raw`\.`))
    .join('[^/]+');
  return new RegExp(`^${source}/?$`, 'i');
}

function parsed(exchange: Exchange): unknown {
  try {
    return JSON.parse(exchange.text);
  } catch {
    throw new ContractBroken(exchange, 'the answer is no JSON');
  }
}

function asJson(body: unknown): unknown {
  return JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)) as unknown;
}
