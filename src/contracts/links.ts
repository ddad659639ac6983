import type { LinkLifetime } from '../domain/payment/link-expiry.js';
import type { PaymentStatus } from '../domain/payment/payment-status.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';
import type { CheckStatusData, CreateLinkData } from './payments.js';

export { LINK_LIFETIMES, type LinkLifetime } from '../domain/payment/link-expiry.js';

/** GET /api/payments/open-links?tokenType=&email=&phone=: what the same person holds already. */
export interface OpenLink {
  /** Null for another seller's link: it is told of, and cannot be opened. */
  paymentId: string | null;
  paymentUrl: string | null;
  customerFirstName: string;
  tokenType: TokenType;
  createdAt: string;
  paymentLinkExpiresAt: string;
  /** First name of whoever made the link. */
  sellerName: string;
  own: boolean;
}

/** A paid token of the same person, of any tier, that is valid: neither upgraded nor void. */
export interface HeldToken {
  /** Null for another seller's token. */
  paymentId: string | null;
  tokenNumber: string;
  tokenType: TokenType;
  customerFirstName: string;
  paidAt: string;
  /** First name of whoever sold the token. */
  sellerName: string;
  own: boolean;
}

export interface OpenLinksData {
  /** Links of the asked tier that the person could still pay. */
  openLinks: OpenLink[];
  heldTokens: HeldToken[];
}

/** POST /api/payments/{paymentId}/cancel-link */
export interface CancelLinkRequest {
  reason?: string;
}

/** As after a check of the status. */
export type CancelLinkData = CheckStatusData;

/** POST /api/payments/{paymentId}/reissue-link; without a lifetime, the installation's usual one. */
export interface ReissueLinkRequest {
  expiry?: LinkLifetime;
}

export interface ReissueLinkData {
  paymentId: string;
  paymentUrl: string;
  paymentLinkExpiresAt: string;
  status: PaymentStatus;
  invoiceNo: string;
  /** The bank has made its page already. */
  hasRedirectionURL: boolean;
}

/** POST /api/payments/{paymentId}/correct-contact: the old link ends and a new one is made for the corrected person. */
export interface CorrectContactRequest {
  name: string;
  email: string;
  /** Left out: the number stays. Empty: no number. */
  phone?: string;
}

export type CorrectContactData = CreateLinkData & { replacedPaymentId: string };

/** POST /api/payments/send-payment-email. Only the payment's id and the message count; the address is the recorded one. */
export interface SendLinkMailRequest {
  paymentId: string;
  message?: string;
  customerEmail?: string;
  customerName?: string;
  paymentUrl?: string;
}

/** How often the link was mailed, and when last. */
export interface LinkMails {
  sentCount: number;
  lastSentAt: string | null;
}

export type SendLinkMailData = LinkMails & { paymentId: string; to: string };
