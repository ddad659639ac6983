import type { PaymentStatus } from '../domain/payment-status.js';
import type { PaymentType, TokenType } from '../domain/token-catalogue.js';
import type { DashboardRow } from './payments.js';

/** One row of GET /api/payments/admin/all. */
export interface AdminPaymentRow {
  id: string;
  paymentId: string;
  customer: { id: string; name: string; email: string; address: { phone: string | null } };
  tokenType: TokenType;
  tokenNumber: string;
  amount: number;
  refundedAmount: number;
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
  salesManager: { name: string; email: string };
}

export interface AdminPaymentsPagination {
  currentPage: number;
  totalPages: number;
  totalPayments: number;
}

/** Unique customer-and-token-type pairs among completed payments. */
export interface AdminStats {
  total: number;
  gold: number;
  silver: number;
  platinum: number;
}
