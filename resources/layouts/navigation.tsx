import type { ReactNode } from 'react';
import { ROUTES } from '../../src/contracts/routes';
import type { Role } from '../../src/domain/roles';
import { BankIcon, ChartIcon, HomeIcon, ListIcon, ReceiptIcon, ShieldIcon, UserPlusIcon } from '../components/ui/icons';

export interface MenuEntry {
  label: string;
  path: string;
  icon: ReactNode;
}

const ADD_CUSTOMER: MenuEntry = { label: 'Add Customer', path: ROUTES.customerForm, icon: <UserPlusIcon /> };
const TRANSACTIONS: MenuEntry = { label: 'Transactions', path: ROUTES.transactions, icon: <ListIcon /> };

const MENUS: Readonly<Record<Role, readonly MenuEntry[]>> = {
  admin: [
    { label: 'Admin Dashboard', path: ROUTES.adminDashboard, icon: <ShieldIcon /> },
    { label: 'My Dashboard', path: ROUTES.dashboard, icon: <HomeIcon /> },
    { label: 'Transaction Analysis', path: ROUTES.adminTransactions, icon: <ChartIcon /> },
    ADD_CUSTOMER,
    TRANSACTIONS,
  ],
  sales_manager: [{ label: 'Dashboard', path: ROUTES.dashboard, icon: <HomeIcon /> }, ADD_CUSTOMER, TRANSACTIONS],
};

/** While the server has them (`app.testPages`). */
export const TEST_PAGES: readonly MenuEntry[] = [
  { label: 'Test Payment', path: ROUTES.testPayment, icon: <ReceiptIcon /> },
  { label: 'Gateway Test', path: ROUTES.gatewayTest, icon: <BankIcon /> },
];

export function menuOf(role: Role, testPages: boolean): readonly MenuEntry[] {
  return testPages ? [...MENUS[role], ...TEST_PAGES] : MENUS[role];
}

export const ROLE_NAMES: Readonly<Record<Role, string>> = { admin: 'Admin', sales_manager: 'Sales manager' };

/** Breadcrumb labels by path; a path without one is no place to stop at. */
const CRUMBS: Readonly<Record<string, string>> = {
  [ROUTES.dashboard]: 'Dashboard',
  [ROUTES.customerForm]: 'Add Customer',
  [ROUTES.transactions]: 'Transaction History',
  [ROUTES.adminDashboard]: 'Admin Dashboard',
  [ROUTES.adminTransactions]: 'Transaction Analysis',
  [ROUTES.testPayment]: 'Test Payment',
  [ROUTES.testReturn]: 'Outcome',
  [ROUTES.gatewayTest]: 'Gateway Test',
  '/notifications': 'Notifications',
  '/payment': 'Payment',
  '/customer-payment': 'Customer Payment',
};

export interface Crumb {
  label: string;
  path: string;
}

/** From the role's home down the segments of the path. */
export function crumbsOf(path: string, home: string): Crumb[] {
  const segments = path.split('/').filter(Boolean);
  const paths = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
  return [home, ...paths.filter((each) => each !== home)].flatMap((each) => {
    const label = CRUMBS[each];
    return label ? [{ label, path: each }] : [];
  });
}
