import type { LinkLifetime } from '../domain/payment/link-expiry.js';
import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { ReferenceType, TokenType } from '../domain/payment/token-catalogue.js';
import type { HoldingElsewhere } from './holdings.js';
import type { CheckStatusData } from './payments.js';

export { LINK_LIFETIMES, type LinkLifetime } from '../domain/payment/link-expiry.js';

/** POST /api/payments/create-link */
export interface CreateLinkRequest {
  /** Price in rupees; must equal the catalogue's price of the tier. */
  amount: number;
  /** Always `INR`. */
  currency: 'INR';
  /** Name, email and optional Indian mobile number of the customer. */
  customerData: { name: string; email: string; phone?: string };
  /** Medal of the tier to sell. Required without `tierCode`; with it, it must be the tier's. */
  tokenType?: TokenType;
  /** Code of the tier to sell; without it, the tier whose code is `tokenType`. */
  tierCode?: string;
  /** How the customer came: directly or through a channel partner. */
  referenceType: ReferenceType;
  /** Name of the channel partner's broker. */
  brokerName?: string;
  /** PAN of the customer; stored encrypted. */
  panCard?: string;
  /** Name of the bank's gateway; there is one. */
  paymentGateway?: string;
  /** Lifetime of the link; without it the setting LINK_TTL_HOURS applies. */
  expiry?: LinkLifetime;
  /** The event for which the form was opened; without it the current one of the session. */
  eventId?: string;
  /** Why a link is created although the same person has an open link of that tier, or holds a token. */
  duplicateReason?: string;
}

/** Answer to POST /api/payments/create-link. From `customer` on, the fields repeat the request to the bank. */
export interface CreateLinkData {
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /** Price in rupees. */
  amount: number;
  /** Address of the customer's payment page. */
  paymentUrl: string;
  /** Invoice number of the first attempt. */
  invoiceNo: string;
  /** Payment status. */
  status: PaymentStatus;
  /** Medal of the tier that the payment is for. */
  tokenType: TokenType;
  /** Code of that tier. */
  tierCode: string;
  /** End of the link, ISO 8601 UTC. */
  paymentLinkExpiresAt: string;
  /** The tier, as sent to the bank in the field of this name. */
  addlParam1: string;
  /** The reference type, as sent to the bank in the field of this name. */
  addlParam2: string;
  /** True when the bank has created its payment page already. */
  hasRedirectionURL: boolean;
  /** Response code of the bank; null when it gave no usable answer. */
  iciciResponseCode: string | null;
  /** Response text of the bank; null when it gave no usable answer. */
  iciciResponseDescription: string | null;
  /** Warning for staff while the bank has created no page yet, although the link works; null when there is a page. */
  warning: string | null;
  /** Other open links of the same person and tier; usually empty. */
  openLinks: OpenLink[];
  /** Valid tokens that the same person holds already; usually empty. */
  heldTokens: HeldToken[];
  /** Name, email and phone of the customer; the phone is `+91…` in full, null when none is known. */
  customer: { name: string; email: string; phone: string | null };
  /** Merchant number at the bank. */
  merchantId: string;
  /** Mobile number of ten digits; empty when none is known. */
  mobileNo: string;
  /** Email address of the customer. */
  emailID: string;
  /** Name of the customer. */
  userName: string;
  /** Price in rupees with two decimals, e.g. `51000.00`. */
  chargeAmount: string;
  /** What is sold, e.g. `Gold token`. */
  desc: string;
  /** ISO 4217 number of the Indian rupee, `356`. */
  currencyCode: string;
  /** Last day of the link in IST, `dd/MM/yyyy`. */
  dueDate: string;
  /** Same as `chargeAmount`. */
  chargeHead1: string;
  /** Address to which the bank sends the customer back. */
  paymentReturnURL: string;
}

/** An open link of the same person, in GET /api/payments/open-links?tokenType=&tierCode=&email=&phone=. */
export interface OpenLink {
  /** Public id of the payment; null for a link of another seller, which cannot be opened. */
  paymentId: string | null;
  /** Address of the customer's payment page; null for a link of another seller. */
  paymentUrl: string | null;
  /** First name of the customer. */
  customerFirstName: string;
  /** Medal of the tier that the link is for. */
  tokenType: TokenType;
  /** Code of that tier. */
  tierCode: string;
  /** When the link was created, ISO 8601 UTC. */
  createdAt: string;
  /** End of the link, ISO 8601 UTC. */
  paymentLinkExpiresAt: string;
  /** First name of the seller who created the link. */
  sellerName: string;
  /** True for a link of the person who asks. */
  own: boolean;
}

/** A valid token of the same person, of any tier: paid, not upgraded, and not refunded in full. */
export interface HeldToken {
  /** Public id of the payment; null for a token of another seller. */
  paymentId: string | null;
  /** Token number, e.g. `GO-000001`. */
  tokenNumber: string;
  /** Medal of the token's tier. */
  tokenType: TokenType;
  /** Code of that tier. */
  tierCode: string;
  /** First name of the customer. */
  customerFirstName: string;
  /** When the payment was completed, ISO 8601 UTC. */
  paidAt: string;
  /** First name of the seller of the token. */
  sellerName: string;
  /** True for a token of the person who asks. */
  own: boolean;
  /** Codes of the tiers to which the token can be upgraded now; told by the look-up alone, and missing where there is none. */
  upgradeTo?: string[];
}

/** GET /api/payments/open-links?tokenType=&tierCode=&email=&phone= */
export interface OpenLinksData {
  /** Links of the asked tier that the person could still pay. */
  openLinks: OpenLink[];
  /** Valid tokens of the person, of any tier. */
  heldTokens: HeldToken[];
  /** Payments of the person in other projects, as far as one may see them; missing without any. */
  elsewhere?: HoldingElsewhere[];
}

/** POST /api/payments/{paymentId}/cancel-link */
export interface CancelLinkRequest {
  /** Reason, stored in the history of the payment. */
  reason?: string;
}

/** Answer to POST /api/payments/{paymentId}/cancel-link: the payment after the change. */
export type CancelLinkData = CheckStatusData;

/** POST /api/payments/{paymentId}/reissue-link */
export interface ReissueLinkRequest {
  /** Lifetime of the link; without it the setting LINK_TTL_HOURS applies. */
  expiry?: LinkLifetime;
}

/** Answer to POST /api/payments/{paymentId}/reissue-link. */
export interface ReissueLinkData {
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /** Address of the customer's payment page, the same as before. */
  paymentUrl: string;
  /** New end of the link, ISO 8601 UTC. */
  paymentLinkExpiresAt: string;
  /** Payment status. */
  status: PaymentStatus;
  /** Invoice number of the new attempt. */
  invoiceNo: string;
  /** True when the bank has created its payment page already. */
  hasRedirectionURL: boolean;
}

/**
 * POST /api/payments/{paymentId}/correct-contact: cancels the link and creates a new one with the corrected contact.
 */
export interface CorrectContactRequest {
  /** Corrected name of the customer. */
  name: string;
  /** Corrected email address. */
  email: string;
  /**
   * Corrected phone number; left out, a known customer keeps the own number and a new one gets that of the link; an empty
   * text removes it.
   */
  phone?: string;
}

/**
 * Answer to POST /api/payments/{paymentId}/correct-contact: the new link, and the public id of the payment that it
 * replaces.
 */
export type CorrectContactData = CreateLinkData & { replacedPaymentId: string };

/** POST /api/payments/send-payment-email. The mail goes to the recorded address of the payment. */
export interface SendLinkMailRequest {
  /** Public id of the payment. */
  paymentId: string;
  /** Text of the seller, added to the mail. */
  message?: string;
  /** Not used. */
  customerEmail?: string;
  /** Not used. */
  customerName?: string;
  /** Not used. */
  paymentUrl?: string;
}

/** How often the link was mailed. */
export interface LinkMails {
  /** Number of mails with the link. */
  sentCount: number;
  /** Time of the last one, ISO 8601 UTC; null without any. */
  lastSentAt: string | null;
}

/** Answer to POST /api/payments/send-payment-email; `to` is the address that the mail goes to. */
export type SendLinkMailData = LinkMails & { paymentId: string; to: string };
