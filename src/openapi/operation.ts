import type { ApiErrorCode } from '../contracts/error-codes.js';
import type { ROUTES } from './generated.js';
import type { Schema } from './schema.js';

/** What the decorators, the DTO and the signature of a handler say of its route; generated.ts has it. */
export interface RouteFacts {
  /** `LinksApiController.cancel` */
  handler: string;
  /** What is written above the handler. */
  comment?: string;
  /** `setup`: a member of staff, also one who has to switch a second factor on before anything else. */
  access: 'public' | 'setup' | 'staff' | 'admin';
  status: number;
  /** Asks for a fresh code or password first. */
  stepUp?: boolean;
  /** Takes an Idempotency-Key. */
  idempotent?: boolean;
  /** A repetition under one Idempotency-Key is answered anew. */
  runsAgain?: boolean;
  /** How often it may be asked; answers 429 above it. */
  limit?: string;
  /** A JSON object. */
  body?: Schema;
  query?: Readonly<Record<string, Schema>>;
  /** Those of the query that have to be there. */
  needed?: readonly string[];
  /** The schema of `data` in a success. */
  data?: Schema;
  /** Only there while the test pages are switched on. */
  testPage?: boolean;
}

/** What is said by hand about a route, since nothing in the source says it. It goes before the facts. */
interface Remarks extends Partial<Pick<RouteFacts, 'status' | 'limit' | 'query' | 'needed' | 'data'>> {
  summary: string;
  description?: string;
  /** What it refuses besides what every route of its kind does. */
  refusals?: readonly ApiErrorCode[];
  /** Fields of a success beside `success`, `data` and `message`. */
  beside?: Readonly<Record<string, Schema>>;
  /** The media types of a download. */
  files?: readonly string[];
  /** Answers that are not the usual ones, by status, with their schemas by media type. */
  answers?: Readonly<Record<number, { description: string; content: Readonly<Record<string, Schema>> }>>;
  /** A body of another kind than a JSON object with rules, by media type. */
  content?: Readonly<Record<string, Schema>>;
}

export type Operation = RouteFacts & Remarks;

/** By method and path as OpenAPI writes them: `GET /api/payments/{paymentId}`. */
export type RemarksByRoute = Readonly<Partial<Record<keyof typeof ROUTES, Remarks>>>;

export const JSON_TYPE = 'application/json';

/** @param words the first sentence is the summary */
export function says(
  words: string,
  refusals: readonly ApiErrorCode[] = [],
  more: Omit<Remarks, 'summary' | 'description' | 'refusals'> = {},
): Remarks {
  const [summary = '', ...description] = words.split(/(?<=\.) /);
  return { summary: summary.replace(/\.$/, ''), description: description.join(' '), refusals, ...more };
}
