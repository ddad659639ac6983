import type { TokenType } from '../domain/token-catalogue.js';
import type { CreateLinkData } from './payments.js';

/** How long a new or reissued link lives. `today`: until the end of the day in Asia/Kolkata. */
export const LINK_LIFETIMES = ['4h', 'today', '24h', '72h', '7d'] as const;
export type LinkLifetime = (typeof LINK_LIFETIMES)[number];

/** GET /api/payments/open-links?tokenType=&email=&phone=: links of that tier that the same person could still pay. */
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

export interface OpenLinksData {
  openLinks: OpenLink[];
}

/** POST /api/payments/{paymentId}/cancel-link */
export interface CancelLinkRequest {
  reason?: string;
}

/** POST /api/payments/{paymentId}/reissue-link; without a lifetime, the installation's usual one. */
export interface ReissueLinkRequest {
  expiry?: LinkLifetime;
}

/** POST /api/payments/{paymentId}/correct-contact: the old link ends and a new one is made for the corrected person. */
export interface CorrectContactRequest {
  name: string;
  email: string;
  /** Empty: no number. */
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
