/** Shape of every successful API answer. Amounts are rupee numbers, times ISO 8601 UTC. */
export interface ApiSuccess<T> {
  /** True in every successful answer. */
  success: true;
  /** The result. */
  data: T;
  /** A sentence for people; left out where there is nothing to say. */
  message?: string;
}

/** Shape of every refusal of the API. */
export interface ApiFailure {
  /** False in every refusal. */
  success: false;
  /** A sentence for people. */
  message: string;
  /** A code in capitals, stable for programs. */
  error: string;
  /** A sentence for each field that was refused, by the name of the field; left out where none is named. */
  details?: Record<string, string>;
}

/** Any answer of the API. */
export type ApiResult<T> = ApiSuccess<T> | ApiFailure;

/** Position of a page in a list. */
export interface Pagination {
  /** Number of this page, from 1. */
  currentPage: number;
  /** Number of pages. */
  totalPages: number;
  /** Number of rows in the whole list. */
  totalCount: number;
  /** True when a page follows. */
  hasNext: boolean;
  /** True when a page precedes. */
  hasPrev: boolean;
}

/** Position of a page in a list of payments. */
export interface PaymentsPagination extends Pagination {
  /** True when there are more than `totalCount`; `?total=exact` counts all. */
  totalIsCapped: boolean;
}
