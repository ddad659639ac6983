import type { StatusFilter } from '../domain/payment/status-filter.js';
import type { EventOption, ProjectOption } from '../domain/projects/project-filter.js';
import type { ReferenceType, TokenType } from '../domain/payment/token-catalogue.js';
import type { SavedView } from './saved-views.js';
import type { SessionRow, StaffRow } from './accounts.js';
import type {
  PaymentFailure,
  PublicReceipt,
  PublicReturn,
  PublicUnclear,
  ReceiptCheck,
  VerifyReason,
} from './after-payment.js';
import type {
  AdminFilters,
  AdminPaymentRow,
  AdminPaymentsPagination,
  AdminStats,
  AdminTabCounts,
  SellerOption,
} from './admin.js';
import type { AnalysisData } from './analysis.js';
import type { SessionUser } from './auth.js';
import type { Pagination } from './common.js';
import type { DayCloseData } from './day-close.js';
import type { DeskPayment } from './desk.js';
import type { DashboardData, PublicPayment } from './payments.js';
import type { Workplace } from './events.js';
import type { AuditPage } from './audit.js';
import type { CatalogueSettings } from './catalogue.js';
import type { ProjectData, ProjectSettings, PublicTermsPage, ShownLogo } from './projects.js';
import type { UnitsLeft } from './quota.js';
import type { ReviewFilters, ReviewList } from './reviews.js';
import type { ReconciliationData } from './settlements.js';
import type { SellerMoney, TransactionsSummary } from './seller-money.js';
import type { TestReturn } from './testing.js';
import type { PublicUpgrade } from './upgrades.js';
import type { Language } from './words/languages.js';

/** Props of every page; JSON values only. */
export interface SharedProps {
  /** Language of the customers' pages; staff pages are in English. */
  language: Language;
  auth: {
    user: SessionUser | null;
    /** True when the account has a second factor. */ secondFactor: boolean;
    /** The menu beside the pages shows its icons alone. */ menuFolded: boolean;
    /** The event that the person works in; missing where there is only the default one. */ workplace?: Workplace;
  };
  app: {
    name: string;
    companyName: string;
    supportPhone: string;
    supportEmail: string;
    officeAddress: string;
    /** Address and size in pixels of the company's logo; null where none is set. */
    logo: ShownLogo | null;
    /** Origin of the product's addresses, for addresses that are used outside of a page. */
    origin: string;
    /** True while the sandbox bank replaces the real one, for every payment. */
    sandbox: boolean;
    /** True when menus link to the test pages; never in production, where an admin opens them by their address. */
    testPages: boolean;
  };
}

/** Messages that are shown once after a redirect. */
export interface PageFlash {
  success?: string;
  error?: string;
  info?: string;
}

/** One tier of the catalogue. */
export interface CatalogueEntry {
  /** Code of the tier. */
  code: string;
  /** Its medal. */
  type: TokenType;
  label: string;
  /** Price in rupees. */
  amount: number;
}

/** The exact length of a list whose first answer said `totalIsCapped`; sent after the page. */
export interface ExactTotal {
  /** Key of the filters that it was counted for. */
  of: string;
  totalCount: number;
  totalPages: number;
}

/** Key of a list's filters, without the page number. */
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
  'Auth/SetPassword': {
    purpose: 'invitation' | 'reset';
    name: string;
    email: string;
    minLength: number;
    /** Sent with the form: another link may be opened in the browser meanwhile. */
    link: string;
  };
  'Auth/LinkUnusable': { purpose: 'invitation' | 'reset' };
  'Account/Index': {
    sessions: SessionRow[];
    secondFactor: { isOn: boolean; isRequired: boolean; codesLeft: number };
    /** True while the account must set up a second factor before it can do anything else. */
    setupRequired: boolean;
    minLength: number;
  };
  'Admin/Staff': {
    rows: StaffRow[];
    pagination: Pagination;
    filters: { search: string; page: number };
    /** True when admins must have a second factor. */
    totpRequired: boolean;
    /** What an admin can be limited to; missing where there is one project. */
    projects?: { code: string; name: string }[];
  };
  'Dashboard/Index': DashboardData & {
    /** An admin sees "My Dashboard - My Payments Only". */
    heading: string;
    /** `expires`: only links that can still be paid and run out today (IST). */
    filters: { search: string; page: number; expires: 'today' | ''; status: StatusFilter | ''; event?: string };
    /** Events of the person to choose from; missing where there is only the default event. */
    events?: EventOption[];
    now: string;
    /** Rows a page. */
    pageSize: number;
    exactTotal?: ExactTotal | null;
  };
  'Customers/New': {
    catalogue: CatalogueEntry[];
    referenceTypes: { value: ReferenceType; label: string }[];
    linkTtlHours: number;
    /** Tiers with a limit; missing on the page that is shown offline. */
    unitsLeft?: UnitsLeft[];
  };
  /** What the form needs and nothing else: every staff browser keeps this page. */
  /** `asOf`: when the page was made, ISO 8601 UTC. */
  'Customers/Offline': PageProps['Customers/New'] & { asOf: string };
  'Sales/Show': { desk: DeskPayment; linkTtlHours: number };
  'Payments/Slip': { desk: DeskPayment };
  'Transactions/Index': {
    rows: DashboardData['allCustomers'];
    pagination: DashboardData['pagination'];
    filters: { search: string; status: StatusFilter | ''; page: number; event?: string };
    /** Events to choose from; missing where there is only the default event. */
    events?: EventOption[];
    /** Rows a page. */
    pageSize: number;
    now: string;
    summary: TransactionsSummary;
    /** What came in, by what was sold and by the day of payment. */
    money: SellerMoney;
    exactTotal?: ExactTotal | null;
  };
  'Admin/Dashboard': {
    payments: AdminPaymentRow[];
    pagination: AdminPaymentsPagination;
    stats: AdminStats;
    tabs: AdminTabCounts;
    filters: AdminFilters;
    sellers: SellerOption[];
    /** Projects and events to choose from; missing where there is only the default event. */
    projects?: ProjectOption[];
    views: SavedView[];
    now: string;
    /** Rows a page. */
    pageSize: number;
    exactTotal?: ExactTotal | null;
  };
  'Admin/Transactions': AnalysisData & {
    /** The IST day of the server, `YYYY-MM-DD`, for the presets. */
    today: string;
    /** Sellers to choose from. */
    sellers: SellerOption[];
    /** Projects and events to choose from; missing where there is only the default event. */
    projects?: ProjectOption[];
  };
  'Admin/Review': ReviewList & {
    filters: ReviewFilters;
    /** Admins, for the filter. */
    deciders: { id: string; name: string }[];
  };
  'Admin/Audit': AuditPage;
  'Admin/DayClose': DayCloseData;
  'Admin/Reconciliation': ReconciliationData;
  'Admin/Catalogue': CatalogueSettings & { projectName: string; today: string };
  'Admin/Project': ProjectSettings & { today: string };
  'Admin/Projects': { projects: ProjectData[] };
  'Public/Payment': {
    payment: PublicPayment;
    /** CSRF token for the plain form of a signed-in visitor without JavaScript; null for customers. */
    formToken: string | null;
    /** Why the last press of the pay button did not lead to the bank; null otherwise. */
    notice: string | null;
    refreshSeconds: number;
    /** Why the last press was refused for the terms, shown at their tick box; missing otherwise. */
    termsError?: string;
  };
  'Public/Upgrade': {
    payment: PublicPayment;
    upgrade: PublicUpgrade;
    formToken: string | null;
    notice: string | null;
    refreshSeconds: number;
    termsError?: string;
  };
  'Public/Terms': { terms: PublicTermsPage };
  'Public/PaymentMissing': { reference: string };
  'Public/Verify': {
    state: VerifyPageState;
    /** Id of the stored return; null when the page was opened without one. */
    eventId: string | null;
    reason: VerifyReason | null;
    paymentId: string | null;
    /** Once it is verified; the tier as soon as the payment is known. */
    tokenNumber: string | null;
    tokenType: TokenType | null;
    successUrl: string | null;
    redirectAfterMs: number;
    /** Seconds between two checks while the bank has not answered. */
    retrySeconds: number;
    /** What is known while it is being confirmed, and why it failed, where that can be told. */
    unclear: PublicUnclear | null;
    failure: PaymentFailure | null;
    /** Money that the bank took and that could not be used. */
    returning: PublicReturn | null;
    /** The payment once a refund of it is on its way, or once it was refunded in full; null otherwise. */
    refunded: PublicPayment | null;
  };
  'Public/Receipt': {
    receipt: PublicReceipt;
    /** CSRF token for the plain form of a signed-in visitor without JavaScript; null for customers. */
    formToken: string | null;
    /** Result of mailing the receipt by the plain form; null otherwise. */
    notice: { ok: boolean; text: string } | null;
    /** The code that leads to the page below, a module being one unit. */
    qr: { side: number; path: string };
  };
  /** Null for an address that no receipt has. */
  'Public/ReceiptCheck': { check: ReceiptCheck | null };
  'Public/ReceiptMissing': {
    paymentId: string;
    /** Money of this payment that could not be used: there will be no receipt. */
    returning: PublicReturn | null;
  };
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
    /** True with the sandbox bank; otherwise a real rupee is charged. */
    practice: boolean;
  };
  'Test/Outcome': {
    /** The bank's return; null when there is none or it is unknown here. */
    returned: TestReturn | null;
    /** Rupees. */
    amount: number;
  };
  'Test/Gateway': {
    practice: boolean;
    hashVersion: 'v1' | 'v2';
    /** The documented example with its hash, filled into the form. */
    sample: { payload: string; expectedHash: string };
  };
  /** The components of pages in every state, without data of the server. */
  'Test/Components': Record<string, never>;
  Error: { status: number; title: string; message: string; requestId: string | null; home: string };
}

export type PageName = keyof PageProps;
