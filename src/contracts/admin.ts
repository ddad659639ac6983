import type { PaymentStatus } from '../domain/payment-status.js';
import type { TokenType } from '../domain/token-catalogue.js';

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
