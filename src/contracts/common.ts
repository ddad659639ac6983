/** What every API answer looks like. Amounts are rupee numbers, times ISO 8601 in UTC. */
export interface ApiSuccess<T> {
  success: true;
  data: T;
  message?: string;
}

export interface ApiFailure {
  success: false;
  message: string;
  /** A code in capitals, stable for programs. */
  error: string;
  /** One text per refused field. */
  details?: Record<string, string>;
}

export type ApiResult<T> = ApiSuccess<T> | ApiFailure;

export interface Pagination {
  currentPage: number;
  totalPages: number;
  totalCount: number;
  hasNext: boolean;
  hasPrev: boolean;
}

/** Of a list of payments. */
export interface PaymentsPagination extends Pagination {
  /** There are more than `totalCount`: `?total=exact` answers how many. */
  totalIsCapped: boolean;
}

export interface Page<T> {
  rows: T[];
  pagination: Pagination;
}
