import { type PageRequest, withinPages } from '../../domain/files/pagination.js';
import type { SortDirection } from '../../domain/payment/payment-sort.js';

export interface PaymentIdPage {
  ids: number[];
  /** The page of `ids`: the last one when a later one was requested. */
  page: number;
  totalCount: number;
  /** The list is longer than `totalCount`: an exact count takes too long for this answer. */
  totalIsCapped: boolean;
}

/** Cost limits above which a first answer is not exact. Tests lower them. */
export interface ListLimits {
  /** Lists up to this length are counted and searched for every answer. */
  countedAtOnce: number;
  /** Milliseconds to wait for the exact length of a longer one. */
  patienceMs: number;
  /** The total reported for a longer list that was not counted in time. */
  cappedAt: number;
  /** Rows found, and rows read for them, for the first answer to a wide search. */
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
