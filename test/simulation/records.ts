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
  /** Code of its tier, and the medal. */
  tier: string;
  medal: TokenType;
  amount: number;
  /** Code of the project that it belongs to for good. */
  project: string;
  /** Its version of a catalogue: code of the project and number. */
  version: string;
  /** Number series of its token, as `GO-000000`; null before it was paid. */
  series: string | null;
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
  /** Merchant profile; null: the default merchant. */
  merchant: string | null;
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
  /** Of the attempt that it is about, as the product shows it. */
  invoice: string | null;
  /** 1 once the bank has confirmed a capture after its reversal was called an error. */
  confirmed: number;
  /** At stake, as the product shows it. */
  amount: number;
  /** Public id of the refund that it waits for. */
  refund: string | null;
}

/** What is sold in a project from a day on. */
export interface VersionRecord {
  project: string;
  number: number;
  /** IST day. */
  from: string;
  /** By code. */
  tiers: Readonly<Record<string, TierRecord>>;
  /** Paise; null: the difference. */
  paths: readonly { from: string; to: string; price: number | null }[];
}

export interface TierRecord {
  medal: TokenType;
  price: number;
  offered: boolean;
  series: string;
}

export interface TermsRecord {
  project: string;
  number: number;
  from: string;
}

/** The state of the model; what is read from the database has the same form. */
export interface Records {
  payments: Map<string, PaymentRecord>;
  attempts: Map<string, AttemptRecord>;
  refunds: Map<string, RefundRecord>;
  reviews: ReviewRecord[];
  refundsOn: boolean;
  /** Units by project and tier, as `north gold`; without an entry there is no limit. */
  limits: Map<string, number>;
  /** Codes of closed projects. */
  closed: Set<string>;
  /** Only added to. */
  versions: readonly VersionRecord[];
  terms: readonly TermsRecord[];
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
  tier?: string;
  /** Code of the project that it is about. */
  project?: string;
  /** Of an upgrade: the tier that it leads to. */
  to?: string | undefined;
  /** Number of the version of the terms that a customer agrees to. */
  terms?: string | undefined;
  /** A limit of a tier; null: none. */
  units?: number | null;
  wantedVersion?: number;
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
  | 'poll' | 'limit' | 'close' | 'other'; // prettier-ignore

/** What happened, in the order in which it is taken to have happened. */
export type Happening = { at: number; actor: string; mayBeLost: boolean } & (
  | { type: 'fact'; fact: BankFact }
  | { type: 'done'; done: Done }
  | { type: 'payment'; row: PaymentRecord }
  | { type: 'refund'; row: RefundRecord }
);

export function emptyRecords(): Records {
  return {
    payments: new Map(), attempts: new Map(), refunds: new Map(), reviews: [], refundsOn: false,
    limits: new Map(), closed: new Set(), versions: [FIRST_VERSION], terms: [],
  }; // prettier-ignore
}

/** What every project without a version of its own sells by. */
export const FIRST_VERSION: VersionRecord = {
  project: 'default',
  number: 1,
  from: '2000-01-01',
  tiers: {
    gold: { medal: 'gold', price: 5_100_000, offered: true, series: 'GO-000000' },
    silver: { medal: 'silver', price: 10_000, offered: true, series: 'SI-000000' },
    platinum: { medal: 'platinum', price: 10_000_000, offered: true, series: 'PL-000000' },
  },
  paths: [{ from: 'gold', to: 'platinum', price: null }],
};
