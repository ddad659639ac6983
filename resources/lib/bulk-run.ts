import type { Selection } from '../../src/contracts/bulk';
import type { AdminFilters } from '../../src/contracts/admin';
import type { SendLinkMailData } from '../../src/contracts/links';
import { LIST_MESSAGES } from '../../src/contracts/messages-list';
import { API } from '../../src/contracts/routes';
import { LIST_API } from '../../src/contracts/routes-list';
import type { BulkAction } from '../../src/domain/payment/bulk-actions';
import { listParams } from './admin-list';
import { api, ApiError } from './api';
import { pause } from './pause';

/** Calls under way at once: the bank and the mail limits are not met by a crowd. */
const AT_ONCE = 3;
/** A shorter wait is waited out; a longer one is the row's result. */
const WAITED_OUT_SECONDS = 60;
const LOOK_EVERY_MS = 200;

export type RowOutcome = 'done' | 'denied' | 'failed';

export interface RowResult {
  outcome: RowOutcome;
  /** What the server said about this payment. */
  text: string;
  /** Set when the session is over: nothing more can be done, and this payment is left to do. */
  endsRun?: boolean;
}

export type Results = ReadonlyMap<string, RowResult>;

/** The filters of the list, or the chosen payments, as the server takes them. */
export function chosenParams(filters: AdminFilters, chosen: readonly string[]): URLSearchParams {
  if (chosen.length > 0) return new URLSearchParams({ ids: chosen.join(',') });
  const { page: _page, sort: _sort, direction: _direction, ...params } = listParams(filters);
  return new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

export async function selectPayments(action: BulkAction, params: URLSearchParams): Promise<Selection> {
  const query = new URLSearchParams(params);
  query.set('action', action);
  return (await api.get<Selection>(`${LIST_API.selection}?${query}`, { fallback: LIST_MESSAGES.bulk.countFailed }))
    .data;
}

/** The file of the ticked payments, or of the filter; there without the payments that were made after the count. */
export function exportOf({ upTo }: Selection, params: URLSearchParams, format: 'csv' | 'xlsx'): string {
  const query = new URLSearchParams(params);
  if (upTo) query.set('upTo', upTo);
  query.set('format', format);
  return `${API.adminExport}?${query}`;
}

/** The single action, as the row's own button calls it; a repeated mail of one run is answered as the first. */
function call(action: BulkAction, paymentId: string, runId: string): Promise<{ message: string | null }> {
  const options = { fallback: LIST_MESSAGES.bulk.failed };
  if (action === 'check') return api.post(API.checkStatus(paymentId), {}, options);
  if (action === 'cancel') return api.post(API.cancelLink(paymentId), {}, options);
  const headers = { 'Idempotency-Key': `${runId}:${paymentId}` };
  return api.post<SendLinkMailData>(API.sendLinkMail, { paymentId }, { ...options, headers });
}

async function resultOf(
  action: BulkAction,
  paymentId: string,
  runId: string,
  isOver: () => boolean,
): Promise<RowResult> {
  for (;;) {
    try {
      const { message } = await call(action, paymentId, runId);
      return { outcome: 'done', text: message ?? '' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wait = error.retryAfterSeconds;
      if (wait !== null && wait <= WAITED_OUT_SECONDS) {
        await pauseUnless(isOver, wait * 1000);
        if (!isOver()) continue;
      }
      // Nothing was done: all of it is left to do.
      if (error.status === 401 || error.code === 'PERSON_CHANGED')
        return { outcome: 'failed', text: error.message, endsRun: true };
      // A limit only says when: the payment is left to do, under the same key.
      const isRefused = error.status >= 400 && error.status < 500 && error.status !== 429;
      return { outcome: isRefused ? 'denied' : 'failed', text: error.message };
    }
  }
}

/** Whoever stops a run does not wait for the pause of a call. */
async function pauseUnless(isOver: () => boolean, milliseconds: number): Promise<void> {
  for (const end = Date.now() + milliseconds; Date.now() < end && !isOver();) await pause(LOOK_EVERY_MS);
}

/**
 * Calls the action for one payment after the other, a few at once. What has begun is finished: nothing is half done in a payment.
 * The end of the session ends it.
 * @param isOver asked before each payment
 */
export async function runActions(
  action: BulkAction,
  paymentIds: readonly string[],
  runId: string,
  { isOver, onResult }: { isOver: () => boolean; onResult: (paymentId: string, result: RowResult) => void },
): Promise<void> {
  const left = [...paymentIds];
  let hasEnded = false;
  const isEnd = () => hasEnded || isOver();
  const work = async () => {
    for (let id = left.shift(); id !== undefined && !isEnd(); id = left.shift()) {
      const result = await resultOf(action, id, runId, isEnd);
      hasEnded ||= result.endsRun ?? false;
      onResult(id, result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
