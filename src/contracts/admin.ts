import type { PaymentSort, SortDirection } from '../domain/payment/payment-sort.js';
import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { StatusFilter } from '../domain/payment/status-filter.js';
import type { PaymentType, TokenType } from '../domain/payment/token-catalogue.js';
import type { DashboardRow, PaymentDenials } from './payments.js';

/** One row of GET /api/payments/admin/all. */
export interface AdminPaymentRow {
  id: string;
  paymentId: string;
  /** The phone number is `+91…` in full; null when none is known. */
  customer: { id: string; name: string; email: string; address: { phone: string | null } };
  tokenType: TokenType;
  tokenNumber: string;
  /** The whole amount was given back: the token number is void. */
  tokenVoid: boolean;
  amount: number;
  refundedAmount: number;
  /** On its way back: asked for, and not confirmed by the bank yet. Rupees. */
  pendingRefundAmount: number;
  status: PaymentStatus;
  statusLabel: string;
  createdAt: string;
  paidAt: string | null;
  paymentGateway: string;
  needsReview: boolean;
  paymentType: PaymentType;
  paymentLinkExpiresAt: string;
  isPaymentLinkExpired: boolean;
  /** The bank is asked again at this time; null when nothing is pending there. */
  nextCheckAt: string | null;
  /** When the customer first opened the link. */
  openedAt: string | null;
  upgradeState: DashboardRow['upgradeState'];
  denials: PaymentDenials;
  salesManager: { name: string; email: string };
}

export interface AdminPaymentsPagination {
  currentPage: number;
  totalPages: number;
  totalPayments: number;
  /** There are more than `totalPayments`: `?total=exact` answers how many. */
  totalIsCapped: boolean;
}

/** The filters of the admin's list as they stand in the address; an empty text is no filter. */
export interface AdminFilters {
  search: string;
  status: StatusFilter | '';
  tokenType: TokenType | '';
  /** The id of a member of staff. */
  salesManager: string;
  /** `YYYY-MM-DD`, days in Asia/Kolkata, both included. */
  startDate: string;
  endDate: string;
  needsReview: boolean;
  sort: PaymentSort;
  direction: SortDirection;
  page: number;
}

export interface SellerOption {
  id: string;
  name: string;
}

/** Unique customer-and-token-type pairs among completed payments. */
export interface AdminStats {
  total: number;
  gold: number;
  silver: number;
  platinum: number;
}
