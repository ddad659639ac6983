import type { AttemptStatus, PaymentStatus } from '../../src/domain/payment/payment-status.js';
import type { RefundOrigin, RefundStatus } from '../../src/domain/refund/refund-rules.js';
import type { AnyReviewReason, ReviewDecision, ReviewEnd, ReviewState } from '../../src/domain/payment/review-rules.js';
import type { TokenType } from '../../src/domain/payment/token-catalogue.js';
import type { UpgradeStatus } from '../../src/domain/upgrade/upgrade-rules.js';
import type { BankFact } from './facts.js';

/** Sums are paise, times are milliseconds since 1970. */
export interface PaymentRecord {
  id: string;
  seller: string;
  tier: TokenType;
  amount: number;
  status: PaymentStatus;
  reason: string | null;
  late: boolean;
  expiresAt: number;
  reserved: number;
  refunded: number;
  token: 'none' | 'active' | 'void' | 'upgraded';
  /** Of an upgrade: the gold payment. */
  source: string | null;
  upgrade: UpgradeStatus | null;
  /** The token is platinum because of it. */
  stands: boolean;
  replaces: string | null;
}

export interface AttemptRecord {
  /** The bank's transaction where a second capture came on an invoice. */
  invoice: string;
  payment: string;
  status: AttemptStatus;
  sent: boolean;
  txn: string | null;
  amount: number;
  excess: boolean;
  reserved: number;
}

export interface RefundRecord {
  id: string;
  reference: string;
  payment: string;
  txn: string;
  amount: number;
  status: RefundStatus;
  origin: RefundOrigin;
  createdAt: number;
}

export interface ReviewRecord {
  id: string;
  payment: string;
  reason: AnyReviewReason;
  reference: string;
  state: ReviewState;
  decision: ReviewEnd | null;
  /** At stake, as the product shows it. */
  amount: number;
  /** Public id of the refund that it waits for. */
  refund: string | null;
}

/** The state of the model; what is read from the database has the same form. */
export interface Records {
  payments: Map<string, PaymentRecord>;
  attempts: Map<string, AttemptRecord>;
  refunds: Map<string, RefundRecord>;
  reviews: ReviewRecord[];
  refundsOn: boolean;
}

/** What somebody asked of the product, and what it answered. */
export interface Done {
  actor: string;
  name: CommandName;
  payment?: string;
  user?: string;
  /** Paise. */
  amount?: number;
  /** The bank's transaction that a refund is to give back; null: the payment's own. */
  txn?: string | null;
  tier?: TokenType;
  review?: string;
  decision?: ReviewDecision;
  wanted?: boolean;
  status: number;
  code: string;
  /** Names of what was made, as answered. */
  made?: string | undefined;
}

export type CommandName =
  | 'create' | 'initiate' | 'reissue' | 'cancel' | 'correct' | 'refund' | 'upgrade' | 'reset' | 'switch' | 'decide'
  | 'poll' | 'other'; // prettier-ignore

/** What happened, in the order in which it is taken to have happened. */
export type Happening = { at: number; actor: string; mayBeLost: boolean } & (
  | { type: 'fact'; fact: BankFact }
  | { type: 'done'; done: Done }
  | { type: 'payment'; row: PaymentRecord }
  | { type: 'refund'; row: RefundRecord }
);

export function emptyRecords(): Records {
  return { payments: new Map(), attempts: new Map(), refunds: new Map(), reviews: [], refundsOn: false };
}
