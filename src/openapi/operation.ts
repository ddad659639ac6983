import type { ErrorCodeName } from './error-codes.js';
import type { Schema } from './schema.js';

/** `setup`: a member of staff, also one who has to switch a second factor on before anything else. */
export type Access = 'public' | 'setup' | 'staff' | 'admin';

/** What is to be said about one route; everything that routes have in common is added by the document. */
export interface Operation {
  summary: string;
  description?: string;
  access: Access;
  /** Default: 200. */
  status?: number;
  /** The schema of `data` in a success. */
  data?: Schema;
  /** Fields of a success beside `success`, `data` and `message`. */
  beside?: Readonly<Record<string, Schema>>;
  /** Answers that are not the usual ones, whole, by status. */
  answers?: Readonly<Record<number, Answer>>;
  /** A JSON object. */
  body?: Schema;
  /** A body of another kind, by media type. */
  content?: Readonly<Record<string, Schema>>;
  query?: Readonly<Record<string, Schema>>;
  /** Those of the query that have to be there. */
  needed?: readonly string[];
  /** Takes an Idempotency-Key. */
  idempotent?: boolean;
  /** How often it may be asked; answers 429 above it. */
  limit?: string;
  /** Asks for a fresh code or password first. */
  stepUp?: boolean;
  /** What it refuses besides what every route of its kind does. */
  refusals?: readonly ErrorCodeName[];
  /** Only there while the test pages are switched on. */
  testPage?: boolean;
}

export interface Answer {
  description: string;
  /** Schemas by media type. */
  content: Readonly<Record<string, Schema>>;
}

/** By method and path as OpenAPI writes them: `GET /api/payments/{paymentId}`. */
export type Operations = Readonly<Record<`${'GET' | 'POST' | 'PUT'} /api/${string}`, Operation>>;

export const CSV = 'text/csv';
export const JSON_TYPE = 'application/json';

export function download(...types: string[]): Record<number, Answer> {
  const content = Object.fromEntries(types.map((type) => [type, { type: 'string' }]));
  return { 200: { description: 'The file, as a download.', content } };
}
