/** Rows a page, docs/product.md#numbers. */
export const PAGE_SIZE = { dashboard: 5, admin: 10, transactions: 10, most: 100 } as const;

export interface PageRequest {
  page: number;
  limit: number;
}

export interface PageInfo {
  currentPage: number;
  totalPages: number;
  totalCount: number;
  hasNext: boolean;
  hasPrev: boolean;
}

/**
 * Page and limit from a query string. Anything that is not a plain positive number falls back to the first page or the
 * default size; sizes are capped at 100.
 */
export function pageRequest(page: unknown, limit: unknown, defaultLimit: number): PageRequest {
  return { page: positive(page, 1, 1_000_000), limit: positive(limit, defaultLimit, PAGE_SIZE.most) };
}

function positive(value: unknown, fallback: number, most: number): number {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^[1-9]\d{0,8}$/.test(text)) return fallback;
  return Math.min(Number(text), most);
}

/** The page, or the last one for a page past the end. */
export function withinPages({ page, limit }: PageRequest, totalCount: number): PageRequest {
  return { page: Math.min(page, Math.max(1, Math.ceil(totalCount / limit))), limit };
}

export function pageInfo(request: PageRequest, totalCount: number): PageInfo {
  const totalPages = Math.max(1, Math.ceil(totalCount / request.limit));
  return {
    currentPage: request.page,
    totalPages,
    totalCount,
    hasNext: request.page < totalPages,
    hasPrev: request.page > 1,
  };
}
