import { BULK_ACTIONS, type BulkAction, MAX_CHOSEN } from '../../src/domain/payment/bulk-actions';

const KEY = 'tokendesk.bulk-run';
/** A run that was cut off longer ago is not gone on with: too much has changed. */
const KEPT_FOR_MS = 3_600_000;

/** What a run had still to do when its page went away: ids alone, no names. */
export interface KeptRun {
  /** Whose run it is. */
  personId: string;
  runId: string;
  action: BulkAction;
  left: string[];
}

export function keepRun(run: KeptRun): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...run, at: Date.now() }));
  } catch {
    // Then the payments are counted and chosen again.
  }
}

export function forgetRun(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** @param personId of the person who is signed in: nobody goes on with the run of somebody else */
export function keptRun(personId: string): KeptRun | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (KeptRun & { at: number }) | null;
    const action = BULK_ACTIONS.find((each) => each === stored?.action);
    if (!stored || stored.personId !== personId || !action) return null;
    if (Date.now() - stored.at > KEPT_FOR_MS || stored.left.length === 0) return null;
    return { personId, runId: stored.runId, action, left: stored.left };
  } catch {
    return null;
  }
}

/** The payments in parts that one address can hold. */
export function partsOf(ids: readonly string[]): URLSearchParams[] {
  const parts: URLSearchParams[] = [];
  for (let at = 0; at < ids.length; at += MAX_CHOSEN) {
    parts.push(new URLSearchParams({ ids: ids.slice(at, at + MAX_CHOSEN).join(',') }));
  }
  return parts;
}
