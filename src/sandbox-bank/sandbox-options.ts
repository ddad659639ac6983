/** One merchant of the bank. */
export interface SandboxMerchant {
  merchantId: string;
  secretKey: string;
  aggregatorId?: string;
  merchantName?: string;
}

export interface SandboxBankOptions {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  basePath?: string;
  merchantId: string;
  secretKey: string;
  aggregatorId?: string;
  merchantName?: string;
  /** Further merchants, each with a ledger of its own. */
  otherMerchants?: readonly SandboxMerchant[];
  /** Advice URL, as registered with a real bank at onboarding. */
  adviceUrl?: string;
  /** Public origin, if it differs from the address listened on. */
  publicUrl?: string;
  /** Keeps invoices over a restart. */
  stateFile?: string;
  quiet?: boolean;
}

/** The options with their defaults. */
export interface SandboxConfig {
  readonly basePath: string;
  readonly merchantId: string;
  readonly secretKey: string;
  /** Empty: none. */
  readonly aggregatorId: string;
  readonly merchantName: string;
  readonly otherMerchants?: readonly SandboxMerchant[];
  readonly stateFile: string | null;
  /** Public base URL; known once the port is. */
  publicBase: string;
}

/** Behaviour that the control endpoint can change while the bank runs. */
export interface SandboxSettings {
  adviceUrl: string | null;
  adviceDelayMs: number;
  adviceCopies: number;
  adviceFormat: 'form' | 'json';
  adviceRetry: boolean;
  /** Delay after which a pending UPI payment is decided. */
  pendingResolveMs: number;
  /** Null: refunds stay requested until the control endpoint settles them. */
  settleRefundsAfterMs: number | null;
  settleRefundsAs: 'SUC' | 'REJ';
  refundCode: 'R1000' | 'P1000';
  hashErrorCode: '400' | 'P1006';
  /** What STATUS says of an invoice that nobody has started to pay. */
  unpaidInvoiceCode: 'P0039' | 'P0030';
  cancelCode: string;
  returnMethod: 'post' | 'get';
  /** Refuse non-ASCII invoices, whose encoding the real bank does not document. */
  asciiOnly: boolean;
  /** Give each invoice a merchantTxnNo of the bank's own instead of repeating the invoice number. */
  ownMerchantTxnNo: boolean;
  otherCharge: string | null;
  /** Lines in one answer about a settlement. */
  settlementPageSize: number;
}

export const DEFAULT_SETTINGS: Readonly<SandboxSettings> = {
  adviceUrl: null,
  adviceDelayMs: 1000,
  adviceCopies: 1,
  adviceFormat: 'form',
  adviceRetry: true,
  pendingResolveMs: 15_000,
  settleRefundsAfterMs: null,
  settleRefundsAs: 'SUC',
  refundCode: 'R1000',
  hashErrorCode: '400',
  unpaidInvoiceCode: 'P0039',
  cancelCode: '020',
  returnMethod: 'post',
  asciiOnly: true,
  ownMerchantTxnNo: false,
  otherCharge: null,
  settlementPageSize: 50,
};
