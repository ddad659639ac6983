import type { PaymentSort, SortDirection } from '../domain/payment/payment-sort.js';
import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { StatusFilter } from '../domain/payment/status-filter.js';
import type { PaymentType, TokenType } from '../domain/payment/token-catalogue.js';
import type { SoldIn } from './events.js';
import type { LinkMails } from './links.js';
import type { DashboardRow, PaymentDenials } from './payments.js';
import type { StateTimes } from './state-times.js';

/** One row of GET /api/payments/admin/all. */
export interface AdminPaymentRow extends StateTimes {
  /** Internal id of the payment. */
  id: string;
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /** Internal id, name, email and phone of the customer; the phone is `+91…` in full, null when none is known. */
  customer: { id: string; name: string; email: string; address: { phone: string | null } };
  /** Medal of the tier that the payment is for. */
  tokenType: TokenType;
  /** Code of that tier. */
  tierCode: string;
  /** Name of that tier in the payment's version of the catalogue. */
  tierName: string;
  /** Token number, e.g. `GO-000001`; `N/A` until the payment is completed. */
  tokenNumber: string;
  /** True when the token number is void: refunded in full, or an upgrade that was revoked. */
  tokenVoid: boolean;
  /** Price in rupees. */
  amount: number;
  /** Completed refunds in rupees. */
  refundedAmount: number;
  /** Refunds that the bank has not completed yet, in rupees. */
  pendingRefundAmount: number;
  /** Payment status. */
  status: PaymentStatus;
  /** Payment status as a text for people. */
  statusLabel: string;
  /** Why the payment has this status, e.g. `link_expired`; null when the status says it all. */
  statusReason: string | null;
  /** When the link was created, ISO 8601 UTC. */
  createdAt: string;
  /** When the payment was completed, ISO 8601 UTC; null until then. */
  paidAt: string | null;
  /** Name of the bank's gateway. */
  paymentGateway: string;
  /** True while a review of the payment is open. */
  needsReview: boolean;
  /** Whether the payment is a sale or an upgrade. */
  paymentType: PaymentType;
  /** End of the link, ISO 8601 UTC. */
  paymentLinkExpiresAt: string;
  /** True when the link has expired unpaid. */
  isPaymentLinkExpired: boolean;
  /** When the bank is asked again, ISO 8601 UTC; null when no check is planned. */
  nextCheckAt: string | null;
  /** When the customer first opened the link, ISO 8601 UTC; null until then. */
  openedAt: string | null;
  /** How often the link was mailed. */
  linkMails: LinkMails;
  /**
   * Upgrade of a gold token: possible, waiting for its payment, or completed; null for other payments and where none is
   * possible.
   */
  upgradeState: DashboardRow['upgradeState'];
  /** True when the link can be paid: not paid, not expired, not cancelled by staff, and no money waits for a decision. */
  canPay: boolean;
  /** Why actions on the payment would be refused now. */
  denials: PaymentDenials;
  /** Name and email address of the seller. */
  salesManager: { name: string; email: string };
  /** Project and event; missing where there is only the default event. */
  soldIn?: SoldIn;
}

/** Position of a page in the admin's list. */
export interface AdminPaymentsPagination {
  /** Number of this page, from 1. */
  currentPage: number;
  /** Number of pages. */
  totalPages: number;
  /** Number of payments in the list; a lower limit while `totalIsCapped`. */
  totalPayments: number;
  /** True when there are more than `totalPayments`; `?total=exact` counts all. */
  totalIsCapped: boolean;
}

/** The filters of the admin's list as they stand in the address; an empty text is no filter. */
export interface AdminFilters {
  /**
   * A whole payment id, token number, invoice number or bank transaction number, or part of a name, email address or
   * phone number; empty for no filter.
   */
  search: string;
  /** Status or group of statuses; empty for no filter. */
  status: StatusFilter | '';
  /** Tier; empty for no filter. */
  tokenType: TokenType | '';
  /** Internal id of a seller; empty for no filter. */
  salesManager: string;
  /** Internal id of a project; empty for no filter. */
  project: string;
  /** Internal id of an event; empty for no filter. */
  event: string;
  /** First IST day, `YYYY-MM-DD`, included; empty for no limit. */
  startDate: string;
  /** Last IST day, `YYYY-MM-DD`, included; empty for no limit. */
  endDate: string;
  /** True: only payments with an open review. */
  needsReview: boolean;
  /** Column that sorts the list. */
  sort: PaymentSort;
  /** Direction of the sort. */
  direction: SortDirection;
  /** Number of the page, from 1. */
  page: number;
}

/** One seller in a filter. */
export interface SellerOption {
  /** Internal id of the seller. */
  id: string;
  /** Name of the seller. */
  name: string;
}

/** Unique pairs of customer and tier among completed payments. */
export interface AdminStats {
  /** All tiers. */
  total: number;
  /** Gold tokens. */
  gold: number;
  /** Silver tokens. */
  silver: number;
  /** Platinum tokens. */
  platinum: number;
}

/** Filters that the numbers on the tabs may leave out. */
export type LeftOutFilter = 'search' | 'days' | 'event';

/** Number of payments behind each tab of the admin's list: all its filters apply but status and review. */
export interface AdminTabCounts {
  /** All statuses, cancelled payments included. */
  all: number;
  /** Links that nobody has taken to the bank. */
  pending: number;
  /** Payments whose customer is at the bank. */
  initiated: number;
  /** Paid and not refunded in full. */
  completed: number;
  /** Declined by the bank. */
  failed: number;
  /** Ended without a payment: by time, by staff, or replaced by a new link. */
  cancelled: number;
  /** Paid, with a refund that the bank has not completed yet. */
  refundPending: number;
  /** Refunded in full. */
  refunded: number;
  /** Payments with an open review. */
  needsReview: number;
  /** Filters that the numbers do not follow, because an exact count would take too long; empty as a rule. */
  leftOut: LeftOutFilter[];
}
