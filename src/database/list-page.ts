import { type PageRequest, withinPages } from '../domain/pagination.js';
import type { SortDirection } from '../domain/payment-sort.js';

export interface PaymentIdPage {
  ids: number[];
  /** The page that `ids` are of: the last one when a later one was asked for. */
  page: number;
  totalCount: number;
  /** The list is longer than `totalCount` says: counting it to its end takes too long for this answer. */
  totalIsCapped: boolean;
}

/** How much a list may cost before an answer that is not exact is given first. Tests lower it. */
export interface ListLimits {
  /** Lists that are known to be no longer are counted, and searched, for every answer. */
  countedAtOnce: number;
  /** Milliseconds that an answer waits for the exact length of a longer one. */
  patienceMs: number;
  /** What is said of a longer list that was not counted in time. */
  cappedAt: number;
  /** Rows of a wide search that are found, and rows read for them, before the whole search is made. */
  headFound: number;
  headRead: number;
}

export const LIST_LIMITS: ListLimits = {
  countedAtOnce: 20_000,
  patienceMs: 50,
  cappedAt: 2000,
  headFound: 100,
  headRead: 5000,
};

export function offsetOf({ page, limit }: PageRequest): number {
  return (page - 1) * limit;
}

/** @param all every id of the list, oldest first */
export function pageOfAll(all: ArrayLike<number>, asked: PageRequest, direction: SortDirection): PaymentIdPage {
  const page = withinPages(asked, all.length);
  const offset = offsetOf(page);
  const length = Math.max(0, Math.min(page.limit, all.length - offset));
  const ids = Array.from({ length }, (_, at) => all[direction === 'asc' ? offset + at : all.length - 1 - offset - at]!);
  return { ids, page: page.page, totalCount: all.length, totalIsCapped: false };
}
