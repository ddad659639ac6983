export const PAYMENT_SORTS = ['date', 'amount', 'status', 'tokenType'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

export const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

export interface PaymentSortOrder {
  sort: PaymentSort;
  direction: SortDirection;
}

export const NEWEST_FIRST: PaymentSortOrder = { sort: 'date', direction: 'desc' };

/** The active filters, which decide the sorts that are served. */
export interface ActiveFilters {
  status: boolean;
  tokenType: boolean;
  salesManager: boolean;
  /** A search, a range of days, or any other filter that is not a plain equality. */
  other: boolean;
}

/**
 * The orders in which a list of any size can be read off an index; why not others is said in docs/adr/0017-hot-paths.md. Sorting
 * by what a filter has made constant is by date, so it is not among them. Ties are broken by date and then by row number, all in the same direction.
 */
export function servedSorts(filters: ActiveFilters): PaymentSort[] {
  if (filters.other) return ['date'];
  const sorts: PaymentSort[] = ['date'];
  if (!filters.salesManager) sorts.push('amount');
  if (!filters.status) sorts.push('status');
  if (!filters.status && !filters.tokenType) sorts.push('tokenType');
  return sorts;
}
