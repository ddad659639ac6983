import { MESSAGES } from '../../src/contracts/messages';
import { retryAfterSeconds } from './retry-after';

interface Answer {
  status: number;
  headers: Record<string, string>;
  data: unknown;
}

export type ListProblem =
  | { kind: 'throttled'; seconds: number; quiet: boolean }
  | { kind: 'failed'; message: string; status: number; quiet: boolean };

function ownWords(data: unknown): string | null {
  if (!data || typeof data !== 'object') return null;
  const { message, props } = data as { message?: unknown; props?: { message?: unknown } };
  const words = message ?? props?.message;
  return typeof words === 'string' && words ? words : null;
}

/**
 * @param answer the refusal as the router got it, or null when no answer came
 * @param quiet the list was only being refreshed: its rows are still good to look at
 */
export function listProblem(answer: Answer | null, fallback: string, quiet: boolean): ListProblem {
  if (answer?.status === 429) {
    return { kind: 'throttled', seconds: retryAfterSeconds(answer.headers['retry-after']), quiet };
  }
  const message = answer ? (ownWords(answer.data) ?? fallback) : MESSAGES.general.unreachable;
  return { kind: 'failed', message, status: answer?.status ?? 0, quiet };
}
