import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { PaymentType, ReferenceType, TokenType } from '../domain/payment/token-catalogue.js';
import type { PaymentFailure, PublicRefund, PublicReturn, PublicUnclear } from './after-payment.js';
import type { PaymentsPagination } from './common.js';
import type { HeldToken, LinkLifetime, LinkMails, OpenLink } from './links.js';

/** POST /api/payments/create-link */
export interface CreateLinkRequest {
  /** Rupees; must equal the catalogue's price. */
  amount: number;
  currency: 'INR';
  customerData: { name: string; email: string; phone?: string };
  tokenType: TokenType;
  referenceType: ReferenceType;
  brokerName?: string;
  panCard?: string;
  paymentGateway?: string;
  /** Default: the installation's LINK_TTL_HOURS. */
  expiry?: LinkLifetime;
  /** Why a link is made although the same person has an open link of that tier, or holds a token. */
  duplicateReason?: string;
}

export interface CreateLinkData {
  paymentId: string;
  amount: number;
  paymentUrl: string;
  invoiceNo: string;
  status: PaymentStatus;
  tokenType: TokenType;
  paymentLinkExpiresAt: string;
  addlParam1: string;
  addlParam2: string;
  hasRedirectionURL: boolean;
  iciciResponseCode: string | null;
  iciciResponseDescription: string | null;
  /** Set when the bank could not make its page yet: the link works all the same. */
  warning: string | null;
  /** Other open links of the same person and tier; none in nearly every sale. */
  openLinks: OpenLink[];
  /** Valid tokens that the same person holds already; none in nearly every sale. */
  heldTokens: HeldToken[];
  customer: { name: string; email: string; phone: string | null };
  merchantId: string;
  mobileNo: string;
  emailID: string;
  userName: string;
  chargeAmount: string;
  desc: string;
  currencyCode: string;
  dueDate: string;
  chargeHead1: string;
  paymentReturnURL: string;
}

/** Why the server would refuse something about a payment now, in its own words for staff; null: it would carry it out. */
export interface PaymentDenials {
  /** While refunds are switched on. */
  refund: string | null;
  upgrade: string | null;
  reissue: string | null;
  correctContact: string | null;
  cancelLink: string | null;
  sendLink: string | null;
}

/** One row of a seller's list. */
export interface DashboardRow {
  _id: string;
  paymentId: string;
  customerName: string;
  name: string;
  customerEmail: string;
  email: string;
  /** `+91…` in full; null when none is known. */
  customerPhone: string | null;
  date: string;
  createdAt: string;
  paidAt: string | null;
  tokenType: TokenType;
  /** `N/A` until the payment is completed. */
  tokenNumber: string;
  /** The whole amount was given back: the token number is void. */
  tokenVoid: boolean;
  status: PaymentStatus;
  statusLabel: string;
  /** e.g. `link_expired`. */
  statusReason: string | null;
  paymentType: PaymentType;
  amount: number;
  refundedAmount: number;
  /** On its way back: asked for, and not confirmed by the bank yet. Rupees. */
  pendingRefundAmount: number;
  paymentUrl: string;
  paymentLinkExpiresAt: string;
  isPaymentLinkExpired: boolean;
  /** The bank is asked again at this time; null when nothing is pending there. */
  nextCheckAt: string | null;
  needsReview: boolean;
  /** A review that ended lately, in words; null while one is open. */
  reviewEnded: { at: string; outcome: string } | null;
  /** When the customer first opened the link. */
  openedAt: string | null;
  linkMails: LinkMails;
  /** The link can be cancelled: not paid. While the customer is at the bank (`initiated`), cancelling asks the bank first. */
  canCancelLink: boolean;
  denials: PaymentDenials;
  /** A gold token's upgrade: offered, waiting for its payment, or done; null for anything else. */
  upgradeState: 'available' | 'pending' | 'completed' | null;
  salesManagerName: string;
  salesManagerEmail: string;
}

export interface TokenCounts {
  gold: number;
  silver: number;
  platinum: number;
}

export interface DashboardData {
  allCustomers: DashboardRow[];
  tokenCounts: TokenCounts;
  pagination: PaymentsPagination;
}

/** What the holder of a payment link may see: nothing that identifies the customer in full, nothing of the staff. */
export interface PublicPayment {
  paymentId: string;
  tokenNumber: string;
  /** The whole amount was given back: the token number is void. */
  tokenVoid: boolean;
  tokenType: TokenType;
  tokenLabel: string;
  /** Rupees. */
  amount: number;
  amountInWords: string;
  status: PaymentStatus;
  statusLabel: string;
  statusReason: string | null;
  paymentType: 'normal' | 'upgrade';
  originalTokenNumber: string | null;
  upgradeFrom: TokenType | null;
  upgradeTo: TokenType | null;
  createdAt: string;
  paidAt: string | null;
  updatedAt: string;
  refundedAmount: number;
  /** On its way back: asked for, and not confirmed by the bank yet. Rupees. */
  pendingRefundAmount: number;
  paymentLinkExpiresAt: string;
  isPaymentLinkExpired: boolean;
  /** The pay button shows. */
  canPay: boolean;
  /** A payment is under way at the bank; the page refreshes by itself. */
  inProgress: boolean;
  customer: { name: string; email: string; phone: string | null };
  paymentHistory: { amount: number; status: string; statusLabel: string; paidAt: string | null; createdAt: string }[];
  gatewayResponse: { redirectionURL: string | null };
  /** `RC-000001`; null until the payment is completed. */
  receiptNumber: string | null;
  /** Set while the payment was sent to the bank and is not finally answered. */
  unclear: PublicUnclear | null;
  /** While true, paying again is a second, explicit step: the first payment may still come through. */
  payAgainHeld: boolean;
  /** Why the last try did not go through; null unless it failed or was cancelled at the bank. */
  failure: PaymentFailure | null;
  /** Oldest first. */
  refunds: PublicRefund[];
  /** Money that could not be used and is being returned; null in nearly every payment. */
  returning: PublicReturn | null;
  /** The upgrade cannot be paid for now: the bank has reported the gold payment as not paid any more, and that is being clarified. */
  onHold: boolean;
}

/** GET /api/payments/{paymentId}/status, answered from the database. */
export interface PublicStatus {
  paymentId: string;
  status: PaymentStatus;
  statusLabel: string;
  tokenNumber: string;
  canPay: boolean;
  inProgress: boolean;
  updatedAt: string;
  unclear: PublicUnclear | null;
  /** Money that could not be used and is being returned; null in nearly every payment. */
  returning: PublicReturn | null;
}

export interface InitiateData {
  /** The bank's page. */
  paymentUrl: string;
}

/** POST /api/payments/check-status/{paymentId} */
export interface CheckStatusData {
  paymentId: string;
  status: PaymentStatus;
  statusLabel: string;
  updatedAt: string;
  customerName: string;
  amount: number;
  tokenNumber: string;
}

/**
 * POST /api/sales-manager/check-open, with the filters of the dashboard as its query: asks the bank about the next few open
 * payments of the list. To be called again with `after` until `next` is null.
 */
export interface CheckOpenData {
  /** Open payments that this call dealt with. */
  passed: number;
  /** Of these the bank was asked about; the others were asked about a moment ago, or have nothing at the bank. */
  asked: number;
  /** Questions that the bank did not answer. */
  failed: number;
  completed: number;
  /** Open payments that are left. */
  remaining: number;
  next: string | null;
}

/**
 * POST /api/payments/verify-callback. `completed` only when the bank's own status answer says so;
 * `confirming` while the bank cannot be reached or has not decided; `returning` when the bank took the money but it could
 * not be used, so that it is being returned.
 */
export type VerificationState = 'completed' | 'confirming' | 'failed' | 'returning';

/** `missing`: nothing that names a payment · `unverified`: it cannot be believed · `refused`: the bank said no. */
export type VerifyReason = 'missing' | 'unverified' | 'refused';

export interface VerifyData {
  state: VerificationState;
  /** Null unless it failed. */
  reason: VerifyReason | null;
  paymentId: string | null;
  tokenNumber: string | null;
  successUrl: string | null;
  /** What is known while it is being confirmed. */
  unclear: PublicUnclear | null;
  /** Why it failed, where the bank's answer tells. */
  failure: PaymentFailure | null;
  /** Set while `state` is `returning`. */
  returning: PublicReturn | null;
}
