import type { PaymentStatus } from '../domain/payment-status.js';
import type { ReferenceType, TokenType } from '../domain/token-catalogue.js';
import type { AdminPaymentRow, AdminPaymentsPagination, AdminStats } from './admin.js';
import type { SessionUser } from './auth.js';
import type { DashboardData, PublicPayment } from './payments.js';
import type { TestReturn } from './testing.js';
import type { PublicUpgrade } from './upgrades.js';

/** Given to every page; JSON values only. */
export interface SharedProps {
  auth: { user: SessionUser | null };
  app: {
    name: string;
    companyName: string;
    supportPhone: string;
    supportEmail: string;
    officeAddress: string;
    /** Set while the sandbox bank stands in for the real one. */
    sandbox: boolean;
    /** The visitor can open the test pages. */
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

export type VerifyPageState = 'loading' | 'success' | 'confirming' | 'error';

/** One entry per file under resources/pages. */
export interface PageProps {
  'Auth/Login': { next: string | null };
  'Dashboard/Index': DashboardData & {
    /** An admin sees "My Dashboard - My Payments Only". */
    heading: string;
    /** `expires`: only links that can still be paid and run out today (Asia/Kolkata). */
    filters: { search: string; page: number; expires: 'today' | '' };
    now: string;
  };
  'Customers/New': {
    catalogue: CatalogueEntry[];
    referenceTypes: { value: ReferenceType; label: string }[];
    linkTtlHours: number;
    /** Made when the form is opened: a repeated submit gives the same link. */
    formKey: string;
  };
  'Transactions/Index': {
    rows: DashboardData['allCustomers'];
    pagination: DashboardData['pagination'];
    filters: { search: string; status: PaymentStatus | ''; page: number };
    summary: { totalAmount: number; totalTransactions: number; completedTransactions: number };
  };
  'Admin/Dashboard': {
    payments: AdminPaymentRow[];
    pagination: AdminPaymentsPagination;
    stats: AdminStats;
    filters: { search: string; status: PaymentStatus | ''; tokenType: TokenType | ''; page: number };
  };
  'Admin/Transactions': {
    keyMetrics: { totalTransactions: number; totalRevenue: number; averageTransactionValue: number };
    managers: { label: string; revenue: number; transactions: number }[];
  };
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
  'Public/PaymentMissing': { message: string; reference: string };
  'Public/Verify': {
    state: VerifyPageState;
    /** The stored return; null on a bare GET. */
    eventId: string | null;
    reason: string | null;
    paymentId: string | null;
    successUrl: string | null;
    redirectAfterMs: number;
    /** Seconds between two looks while the bank has not answered. */
    retrySeconds: number;
  };
  'Public/Success': { payment: PublicPayment | null };
  'Public/Cancel': { paymentId: string | null };
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
  Error: { status: number; title: string; message: string; requestId: string | null; home: string };
}

export type PageName = keyof PageProps;
