import type { ReactNode } from 'react';
import type { SessionUser } from '../../src/contracts/auth';
import { ROUTES } from '../../src/contracts/routes';
import type { Role } from '../../src/domain/people/roles';
import { ReviewBadge } from '../components/reviews/review-badge';
import {
  BankIcon,
  CalendarIcon,
  ChartIcon,
  FlagIcon,
  HomeIcon,
  ListIcon,
  PeopleIcon,
  PinIcon,
  ReceiptIcon,
  ShieldIcon,
  UserPlusIcon,
} from '../components/ui/icons';

export interface MenuEntry {
  label: string;
  path: string;
  icon: ReactNode;
  /** A number that waits for somebody. */
  badge?: ReactNode;
  /** Only for admins of all projects. */
  needsAll?: true;
}

const ADD_CUSTOMER: MenuEntry = { label: 'Add Customer', path: ROUTES.customerForm, icon: <UserPlusIcon /> };
const TRANSACTIONS: MenuEntry = { label: 'Transactions', path: ROUTES.transactions, icon: <ListIcon /> };

const MENUS: Readonly<Record<Role, readonly MenuEntry[]>> = {
  admin: [
    { label: 'Admin Dashboard', path: ROUTES.adminDashboard, icon: <ShieldIcon /> },
    { label: 'My Dashboard', path: ROUTES.dashboard, icon: <HomeIcon /> },
    { label: 'Review Queue', path: ROUTES.adminReview, icon: <FlagIcon />, badge: <ReviewBadge /> },
    { label: 'Transaction Analysis', path: ROUTES.adminTransactions, icon: <ChartIcon /> },
    { label: 'Reconciliation', path: ROUTES.adminReconciliation, icon: <BankIcon />, needsAll: true },
    { label: 'Day close', path: ROUTES.adminDayClose, icon: <CalendarIcon />, needsAll: true },
    { label: 'Audit Log', path: ROUTES.adminAudit, icon: <ReceiptIcon />, needsAll: true },
    ADD_CUSTOMER,
    TRANSACTIONS,
    { label: 'Project and terms', path: ROUTES.adminProject, icon: <PinIcon />, needsAll: true },
    { label: 'Staff', path: ROUTES.adminStaff, icon: <PeopleIcon />, needsAll: true },
  ],
  sales_manager: [{ label: 'Dashboard', path: ROUTES.dashboard, icon: <HomeIcon /> }, ADD_CUSTOMER, TRANSACTIONS],
};

/** In development, while the server has them (`app.testPages`). */
export const TEST_PAGES: readonly MenuEntry[] = [
  { label: 'Test Payment', path: ROUTES.testPayment, icon: <ReceiptIcon /> },
  { label: 'Gateway Test', path: ROUTES.gatewayTest, icon: <BankIcon /> },
];

/** An admin of some projects chooses one first, and does not see what is closed. */
const LIMITED: readonly MenuEntry[] = [
  ...MENUS.admin.filter(({ needsAll }) => !needsAll),
  { label: 'Projects', path: ROUTES.adminProjects, icon: <PinIcon /> },
];

export function menuOf({ role, limited }: Pick<SessionUser, 'role' | 'limited'>): readonly MenuEntry[] {
  return limited ? LIMITED : MENUS[role];
}

export const ROLE_NAMES: Readonly<Record<Role, string>> = { admin: 'Admin', sales_manager: 'Sales manager' };

/** Breadcrumb labels by path; a path without one is no place to stop at. */
const CRUMBS: Readonly<Record<string, string>> = {
  [ROUTES.dashboard]: 'Dashboard',
  [ROUTES.customerForm]: 'Add Customer',
  [ROUTES.transactions]: 'Transaction History',
  [ROUTES.adminDashboard]: 'Admin Dashboard',
  [ROUTES.adminTransactions]: 'Transaction Analysis',
  [ROUTES.adminStaff]: 'Staff',
  [ROUTES.account]: 'Your account',
  [ROUTES.adminReview]: 'Review Queue',
  [ROUTES.adminAudit]: 'Audit Log',
  [ROUTES.adminReconciliation]: 'Reconciliation',
  [ROUTES.adminDayClose]: 'Day close',
  [ROUTES.adminProject]: 'Project and terms',
  [ROUTES.adminProjects]: 'Projects',
  [ROUTES.adminCatalogue]: 'Catalogue',
  [ROUTES.testPayment]: 'Test Payment',
  [ROUTES.testReturn]: 'Outcome',
  [ROUTES.gatewayTest]: 'Gateway Test',
  [ROUTES.components]: 'Components',
  '/notifications': 'Notifications',
  '/payment': 'Payment',
  '/customer-payment': 'Customer Payment',
};

/** The labels of paths that hold an id. */
const SALE = /^\/sales\/[^/]+$/;
const PROJECT = /^\/admin\/projects\/[^/]+$/;

/** The menu's entry for pages that have none of their own. */
/** @param limited an admin of some projects, whose menu has the list of projects */
export function sectionOf(path: string, limited: boolean): string | null {
  const isOfProject = path === ROUTES.adminCatalogue || path === ROUTES.adminProject;
  if (!isOfProject && !path.startsWith(ROUTES.adminProjects)) return null;
  return limited ? ROUTES.adminProjects : ROUTES.adminProject;
}

export interface Crumb {
  label: string;
  path: string;
}

/** From the role's home down the segments of the path. */
export function crumbsOf(path: string, home: string): Crumb[] {
  const segments = path.split('/').filter(Boolean);
  const paths = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
  return [home, ...paths.filter((each) => each !== home)].flatMap((each) => {
    const label = SALE.test(each) ? 'Sale' : PROJECT.test(each) ? 'Project' : CRUMBS[each];
    return label ? [{ label, path: each }] : [];
  });
}
