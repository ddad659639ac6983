import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { PaymentType, TokenType } from '../domain/payment/token-catalogue.js';
import type { TermsLanguage } from '../domain/terms/terms-rules.js';
import type { PaymentFailure, PublicRefund, PublicReturn, PublicUnclear } from './after-payment.js';
import type { PaymentsPagination } from './common.js';
import type { LinkMails } from './links.js';
import type { PublicRera, PublicTerms } from './projects.js';
import type { StateTimes } from './state-times.js';

/** Why the server would refuse an action on a payment now, as texts for staff; null where it is allowed. */
export interface PaymentDenials {
  /** Why the payment cannot be refunded while refunds are switched on; null when it can. */
  refund: string | null;
  /** Why no upgrade can be created; null when one can. */
  upgrade: string | null;
  /** Why the link cannot be reissued; null when it can. */
  reissue: string | null;
  /** Why the contact cannot be corrected; null when it can. */
  correctContact: string | null;
  /** Why the link cannot be cancelled; null when it can. */
  cancelLink: string | null;
  /** Why the link cannot be mailed; null when it can. */
  sendLink: string | null;
}

/** One payment in a list for staff. */
export interface DashboardRow extends StateTimes {
  /** Internal id of the payment. */
  _id: string;
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /** Full name of the customer. */
  customerName: string;
  /** Same as `customerName`. */
  name: string;
  /** Email address of the customer. */
  customerEmail: string;
  /** Same as `customerEmail`. */
  email: string;
  /** Phone number, `+91…` in full; null when none is known. */
  customerPhone: string | null;
  /** Same as `createdAt`. */
  date: string;
  /** When the link was created, ISO 8601 UTC. */
  createdAt: string;
  /** When the payment was completed, ISO 8601 UTC; null until then. */
  paidAt: string | null;
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
  /** Payment status. */
  status: PaymentStatus;
  /** Payment status as a text for people. */
  statusLabel: string;
  /** Why the payment has this status, e.g. `link_expired`; null when the status says it all. */
  statusReason: string | null;
  /** Whether the payment is a sale or an upgrade. */
  paymentType: PaymentType;
  /** Price in rupees. */
  amount: number;
  /** Completed refunds in rupees. */
  refundedAmount: number;
  /** Refunds that the bank has not completed yet, in rupees. */
  pendingRefundAmount: number;
  /** Address of the customer's payment page. */
  paymentUrl: string;
  /** End of the link, ISO 8601 UTC. */
  paymentLinkExpiresAt: string;
  /** True when the link has expired unpaid. */
  isPaymentLinkExpired: boolean;
  /** When the bank is asked again, ISO 8601 UTC; null when no check is planned. */
  nextCheckAt: string | null;
  /** True while a review of the payment is open. */
  needsReview: boolean;
  /**
   * Time (ISO 8601 UTC) and outcome of the review that ended last; null while one is open, without one, and 14 days
   * after it ended.
   */
  reviewEnded: { at: string; outcome: string } | null;
  /** When the customer first opened the link, ISO 8601 UTC; null until then. */
  openedAt: string | null;
  /** How often the link was mailed. */
  linkMails: LinkMails;
  /**
   * True when the link can be cancelled because it is not paid; while the customer is at the bank, cancelling asks the
   * bank first.
   */
  canCancelLink: boolean;
  /** True when the link can be paid: not paid, not expired, not cancelled by staff, and no money waits for a decision. */
  canPay: boolean;
  /** Why actions on the payment would be refused now. */
  denials: PaymentDenials;
  /**
   * Upgrade of a gold token: possible, waiting for its payment, or completed; null for other payments and where none is
   * possible.
   */
  upgradeState: 'available' | 'pending' | 'completed' | null;
  /** Name of the seller. */
  salesManagerName: string;
  /** Email address of the seller. */
  salesManagerEmail: string;
}

/** Number of completed payments by tier. */
export interface TokenCounts {
  /** Gold tokens. */
  gold: number;
  /** Silver tokens. */
  silver: number;
  /** Platinum tokens. */
  platinum: number;
}

/** GET /api/sales-manager/dashboard */
export interface DashboardData {
  /** The payments of this page, newest first. */
  allCustomers: DashboardRow[];
  /** Completed payments of the seller by tier. */
  tokenCounts: TokenCounts;
  /** Position of this page in the list. */
  pagination: PaymentsPagination;
}

/** What the holder of a payment link may see: the customer's data is masked, and nothing about staff is included. */
export interface PublicPayment {
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /** Token number, e.g. `GO-000001`; `N/A` until the payment is completed. */
  tokenNumber: string;
  /** True when the token number is void: refunded in full, or an upgrade that was revoked. */
  tokenVoid: boolean;
  /** Number of the token that replaced this one; null unless it was upgraded. */
  replacedBy: string | null;
  /** Tier that the payment is for. */
  tokenType: TokenType;
  /** Name of the tier. */
  tokenLabel: string;
  /** Price in rupees. */
  amount: number;
  /** Price in English words. */
  amountInWords: string;
  /** Payment status. */
  status: PaymentStatus;
  /** Payment status as a text for people. */
  statusLabel: string;
  /** Why the payment has this status, e.g. `link_expired`; null when the status says it all. */
  statusReason: string | null;
  /** Whether the payment is a sale or an upgrade. */
  paymentType: 'normal' | 'upgrade';
  /** Number of the upgraded gold token; null unless the payment is an upgrade. */
  originalTokenNumber: string | null;
  /** Tier before the upgrade; null unless the payment is an upgrade. */
  upgradeFrom: TokenType | null;
  /** Name of the tier before the upgrade, in the catalogue of that sale; null unless the payment is an upgrade. */
  upgradeFromLabel: string | null;
  /** Tier after the upgrade; null unless the payment is an upgrade. */
  upgradeTo: TokenType | null;
  /** When the link was created, ISO 8601 UTC. */
  createdAt: string;
  /** When the payment was completed, ISO 8601 UTC; null until then. */
  paidAt: string | null;
  /** Last change of the payment, ISO 8601 UTC. */
  updatedAt: string;
  /** Completed refunds in rupees. */
  refundedAmount: number;
  /** Refunds that the bank has not completed yet, in rupees. */
  pendingRefundAmount: number;
  /** End of the link, ISO 8601 UTC. */
  paymentLinkExpiresAt: string;
  /** True when the link has expired unpaid. */
  isPaymentLinkExpired: boolean;
  /** True when the payment can be started, so the page shows its pay button. */
  canPay: boolean;
  /** True while the status may change without the customer, so the page refreshes by itself. */
  inProgress: boolean;
  /** First name, masked email and masked phone of the customer; the phone is null when none is known. */
  customer: { name: string; email: string; phone: string | null };
  /**
   * Attempts that were sent to the bank: rupees, a payment status, `returning` or `undecided`, its label, the time of the capture
   * (null without one) and of the visit to the bank; ISO 8601 UTC.
   */
  paymentHistory: { amount: number; status: string; statusLabel: string; paidAt: string | null; createdAt: string }[];
  /**
   * `redirectionURL`: the bank's payment page of the open attempt; null when there is none, the payment cannot be
   * started, or terms are in force: then starting it, with the agreement, gives the page.
   */
  gatewayResponse: { redirectionURL: string | null };
  /** Receipt number, e.g. `RC-000001`; null until the payment is completed. */
  receiptNumber: string | null;
  /** Set while the customer was sent to the bank and its final answer is missing; null otherwise. */
  unclear: PublicUnclear | null;
  /**
   * True for 15 minutes after the last visit to the bank while its answer is missing: paying again then takes a second,
   * explicit step.
   */
  payAgainHeld: boolean;
  /** Why the last attempt was not paid; null unless the payment failed or was cancelled at the bank. */
  failure: PaymentFailure | null;
  /** Refunds of the payment, oldest first. */
  refunds: PublicRefund[];
  /** Money of this payment that could not be used and is being returned; usually null. */
  returning: PublicReturn | null;
  /**
   * True while the upgrade cannot be paid because the bank reports its gold payment as not paid any more, which is
   * under review.
   */
  onHold: boolean;
  /**
   * True while the payment cannot be made because the bank has taken another sum for it, or for the link that it replaced,
   * which is under review; of an upgrade also while money for another upgrade link of its token waits or is given back.
   */
  moneyWaits: boolean;
  /** Registration of the project under the Real Estate Act; missing where the project names none. */
  rera?: PublicRera;
  /** Terms that the customer has to agree to before paying; missing where none are in force or the payment cannot be started. */
  terms?: PublicTerms;
}

/** GET /api/payments/{paymentId}/status, answered from the database without asking the bank. */
export interface PublicStatus {
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /** Payment status. */
  status: PaymentStatus;
  /** Payment status as a text for people. */
  statusLabel: string;
  /** Token number, e.g. `GO-000001`; `N/A` until the payment is completed. */
  tokenNumber: string;
  /** True when the payment can be started. */
  canPay: boolean;
  /** True while the status may change without the customer. */
  inProgress: boolean;
  /** Last change of the payment, ISO 8601 UTC. */
  updatedAt: string;
  /** Set while the customer was sent to the bank and its final answer is missing; null otherwise. */
  unclear: PublicUnclear | null;
  /** Money of this payment that could not be used and is being returned; usually null. */
  returning: PublicReturn | null;
}

/** POST /api/payments/{paymentId}/initiate */
export interface InitiateRequest {
  /** Number of the version of the terms that the customer has agreed to; needed while terms are in force for the payment. */
  termsVersion?: string;
  /** Language of the text that was shown to the customer; without it that of the request. */
  termsLanguage?: TermsLanguage;
}

/** POST /api/payments/{paymentId}/initiate */
export interface InitiateData {
  /** Address of the bank's payment page. */
  paymentUrl: string;
}

/** POST /api/payments/check-status/{paymentId} */
export interface CheckStatusData {
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /** Payment status after the check. */
  status: PaymentStatus;
  /** Payment status as a text for people. */
  statusLabel: string;
  /** Last change of the payment, ISO 8601 UTC. */
  updatedAt: string;
  /** Full name of the customer. */
  customerName: string;
  /** Price in rupees. */
  amount: number;
  /** Token number, e.g. `GO-000001`; `N/A` until the payment is completed. */
  tokenNumber: string;
  /** True when the token number is void: refunded in full, or an upgrade that was revoked. */
  tokenVoid: boolean;
}
