import type { StatusFilter } from '../domain/payment/status-filter.js';
import type { ReferenceType, TokenType } from '../domain/payment/token-catalogue.js';
import type { SessionRow, StaffRow } from './accounts.js';
import type { PaymentFailure, PublicReceipt, PublicReturn, PublicUnclear } from './after-payment.js';
import type { AdminFilters, AdminPaymentRow, AdminPaymentsPagination, AdminStats, SellerOption } from './admin.js';
import type { AnalysisData } from './analysis.js';
import type { SessionUser } from './auth.js';
import type { Pagination } from './common.js';
import type { DayCloseData } from './day-close.js';
import type { DeskPayment } from './desk.js';
import type { DashboardData, PublicPayment, VerifyReason } from './payments.js';
import type { AuditPage } from './audit.js';
import type { ReviewFilters, ReviewList } from './reviews.js';
import type { ReconciliationData } from './settlements.js';
import type { TestReturn } from './testing.js';
import type { PublicUpgrade } from './upgrades.js';
import type { Language } from './words/languages.js';

/** Given to every page; JSON values only. */
export interface SharedProps {
  /** Of the customers' pages; the staff's stand in English. */
  language: Language;
  auth: { user: SessionUser | null; /** Signs in with a code besides the password. */ secondFactor: boolean };
  app: {
    name: string;
    companyName: string;
    supportPhone: string;
    supportEmail: string;
    officeAddress: string;
    /** Origin under which browsers reach the product, for addresses that are read elsewhere. */
    origin: string;
    /** Set while the sandbox bank stands in for the real one. */
    sandbox: boolean;
    /** Menus lead to the test pages: never in production, where an admin opens them by their address. */
    testPages: boolean;
  };
}

/** Shown once after a redirect. */
export interface PageFlash {
  success?: string;
  error?: string;
  info?: string;
}

export interface CatalogueEntry {
  type: TokenType;
  label: string;
  /** Rupees. */
  amount: number;
}

/** The length of a list whose first answer said `totalIsCapped`; it follows by itself. */
export interface ExactTotal {
  /** Names the filters that it was counted for. */
  of: string;
  totalCount: number;
  totalPages: number;
}

/** Of a list's filters as its page shows them; the page number is no filter. */
export function filtersKey(filters: object): string {
  return JSON.stringify({ ...filters, page: 0 });
}

export type VerifyPageState = 'loading' | 'success' | 'confirming' | 'error' | 'returning';

/** One entry per file under resources/pages. */
export interface PageProps {
  'Auth/Login': { next: string | null };
  /** The second step of signing in. */
  'Auth/Code': { minutes: number };
  'Auth/Forgot': { isSent: boolean };
  'Auth/SetPassword': { purpose: 'invitation' | 'reset'; name: string; email: string; minLength: number };
  'Auth/LinkUnusable': { purpose: 'invitation' | 'reset' };
  'Account/Index': {
    sessions: SessionRow[];
    secondFactor: { isOn: boolean; isRequired: boolean; codesLeft: number };
    /** Nothing else is open before a second factor is on. */
    setupRequired: boolean;
    minLength: number;
  };
  'Admin/Staff': {
    rows: StaffRow[];
    pagination: Pagination;
    filters: { search: string; page: number };
    /** Admins need a second factor. */
    totpRequired: boolean;
  };
  'Dashboard/Index': DashboardData & {
    /** An admin sees "My Dashboard - My Payments Only". */
    heading: string;
    /** `expires`: only links that can still be paid and run out today (Asia/Kolkata). */
    filters: { search: string; page: number; expires: 'today' | ''; status: StatusFilter | '' };
    now: string;
    exactTotal?: ExactTotal | null;
  };
  'Customers/New': {
    catalogue: CatalogueEntry[];
    referenceTypes: { value: ReferenceType; label: string }[];
    linkTtlHours: number;
    /** Made when the form is opened: a repeated submit gives the same link. */
    formKey: string;
  };
  'Desk/Show': { desk: DeskPayment; linkTtlHours: number };
  'Payments/Slip': { desk: DeskPayment };
  'Transactions/Index': {
    rows: DashboardData['allCustomers'];
    pagination: DashboardData['pagination'];
    filters: { search: string; status: StatusFilter | ''; page: number };
    summary: { totalAmount: number; totalTransactions: number; completedTransactions: number };
    exactTotal?: ExactTotal | null;
  };
  'Admin/Dashboard': {
    payments: AdminPaymentRow[];
    pagination: AdminPaymentsPagination;
    stats: AdminStats;
    filters: AdminFilters;
    sellers: SellerOption[];
    now: string;
    exactTotal?: ExactTotal | null;
  };
  'Admin/Transactions': AnalysisData & {
    /** The Indian day of the server, for the presets. */
    today: string;
  };
  'Admin/Review': ReviewList & {
    filters: ReviewFilters;
    /** Admins, for the filter. */
    deciders: { id: string; name: string }[];
  };
  'Admin/Audit': AuditPage;
  'Admin/DayClose': DayCloseData;
  'Admin/Reconciliation': ReconciliationData;
  'Public/Payment': {
    payment: PublicPayment;
    /** For the plain form of a signed-in visitor without JavaScript; null for customers. */
    formToken: string | null;
    /** What the last press of the pay button came to, when it did not lead to the bank. */
    notice: string | null;
    refreshSeconds: number;
  };
  'Public/Upgrade': {
    payment: PublicPayment;
    upgrade: PublicUpgrade;
    formToken: string | null;
    notice: string | null;
    refreshSeconds: number;
  };
  'Public/PaymentMissing': { reference: string };
  'Public/Verify': {
    state: VerifyPageState;
    /** The stored return; null on a bare GET. */
    eventId: string | null;
    reason: VerifyReason | null;
    paymentId: string | null;
    successUrl: string | null;
    redirectAfterMs: number;
    /** Seconds between two looks while the bank has not answered. */
    retrySeconds: number;
    /** What is known while it is being confirmed, and why it failed, where that can be told. */
    unclear: PublicUnclear | null;
    failure: PaymentFailure | null;
    /** Money that the bank took and that could not be used. */
    returning: PublicReturn | null;
  };
  'Public/Receipt': {
    receipt: PublicReceipt;
    /** For the plain form of a signed-in visitor without JavaScript; null for customers. */
    formToken: string | null;
    /** What became of the wish to have it mailed, where no script runs. */
    notice: { ok: boolean; text: string } | null;
  };
  'Public/ReceiptMissing': { paymentId: string };
  'Public/Success': { payment: PublicPayment | null };
  'Public/Cancel': {
    paymentId: string | null;
    /** Money of this payment that could not be used. */ returning: PublicReturn | null;
  };
  'Public/Offline': Record<string, never>;
  'Public/ThankYou': { payment: PublicPayment | null };
  'Test/Payment': {
    /** Rupees. */
    amount: number;
    /** The practice bank takes it; elsewhere a real rupee is charged. */
    practice: boolean;
  };
  'Test/Outcome': {
    /** Null when nothing came back, or nothing that is known here. */
    returned: TestReturn | null;
    /** Rupees. */
    amount: number;
  };
  'Test/Gateway': {
    practice: boolean;
    hashVersion: 'v1' | 'v2';
    /** Filled into the form: the documented example with its hash. */
    sample: { payload: string; expectedHash: string };
  };
  /** What pages are built of, in every state: nothing of it comes from the server. */
  'Test/Components': Record<string, never>;
  Error: { status: number; title: string; message: string; requestId: string | null; home: string };
}

export type PageName = keyof PageProps;
