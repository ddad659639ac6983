import type { AdminFilters } from '../../src/contracts/admin';
import { API } from '../../src/contracts/routes';
import { type PaymentSort, servedSorts } from '../../src/domain/payment/payment-sort';
import { REFUND_PENDING } from '../../src/domain/payment/status-filter';

export const NO_FILTERS = {
  search: '',
  status: '',
  tokenType: '',
  salesManager: '',
  project: '',
  event: '',
  startDate: '',
  endDate: '',
  needsReview: false,
} as const;

export type FilterName = keyof typeof NO_FILTERS;

/** The address of a list says only what differs from the plain one. */
export function listParams(filters: AdminFilters): Record<string, string | number> {
  const { needsReview, sort, direction, ...rest } = filters;
  return {
    ...rest,
    needsReview: needsReview ? 'true' : '',
    sort: sort === 'date' ? '' : sort,
    direction: direction === 'desc' ? '' : direction,
  };
}

/** With a change made to it: on the first page, and in an order that the list can still be read in. */
export function changed(filters: AdminFilters, change: Partial<AdminFilters>): AdminFilters {
  const next = { ...filters, page: 1, ...change };
  return sortsOf(next).includes(next.sort) ? next : { ...next, sort: 'date', direction: 'desc' };
}

export function sortsOf(filters: AdminFilters): PaymentSort[] {
  const { search, status, tokenType, salesManager, project, event, startDate, endDate, needsReview } = filters;
  const isPending = status === REFUND_PENDING;
  const other =
    search !== '' || project !== '' || event !== '' || startDate !== '' || endDate !== '' || needsReview || isPending;
  return servedSorts({
    status: status !== '' && !isPending,
    tokenType: tokenType !== '',
    salesManager: salesManager !== '',
    other,
  });
}

export function isFiltered(filters: AdminFilters): boolean {
  return (Object.keys(NO_FILTERS) as FilterName[]).some((name) => filters[name] !== NO_FILTERS[name]);
}

/** The filters and the order as a saved view holds them: without search and page, and with the parameters in this order. */
export function viewQuery(filters: AdminFilters): string {
  const { search: _search, page: _page, ...params } = listParams(filters);
  const given = Object.entries(params).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]));
  return new URLSearchParams(given).toString();
}

/** The filters and the order of a saved view, on the first page. */
export function filtersOfView(query: string): AdminFilters {
  const { needsReview = '', ...given } = Object.fromEntries(new URLSearchParams(query));
  const plain = { ...NO_FILTERS, page: 1, sort: 'date', direction: 'desc' };
  return { ...plain, ...given, needsReview: ['true', '1'].includes(needsReview) } as AdminFilters;
}

export function exportUrl(filters: AdminFilters, format: 'csv' | 'xlsx'): string {
  const { page: _page, sort: _sort, direction: _direction, ...params } = listParams(filters);
  return withQuery(API.adminExport, { ...params, format: format === 'csv' ? '' : format });
}

function withQuery(path: string, params: Record<string, string | number>): string {
  const given = Object.entries(params).filter(([, value]) => value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
}
