import type { AdminPaymentRow } from '../../../src/contracts/admin';
import { ROUTES } from '../../../src/contracts/routes';
import type { PaymentSort } from '../../../src/domain/payment/payment-sort';
import type { ServerClock } from '../../hooks/use-now';
import type { RowDesk } from '../../hooks/use-row-desk';
import type { StatusChecks } from '../../hooks/use-status-checks';
import { formatDateTime } from '../../lib/format';
import { subjectOfAdmin } from '../../lib/row-subject';
import type { Column } from '../ui/data-table';
import { CustomerCell } from './customer-cell';
import { rowColumns } from './row-columns';

const SELLER: Column<AdminPaymentRow> = {
  key: 'seller',
  header: 'Sales manager',
  wideOnly: 'first',
  render: (row) => <span title={row.salesManager.email}>{row.salesManager.name}</span>,
};

/** Every seller's payments: the seller stands beside the customer. @param page with the origin of the customers' pages */
export function adminColumns(
  checks: StatusChecks,
  desk: RowDesk,
  sorts: readonly PaymentSort[],
  page: { origin: string; clock: ServerClock },
): Column<AdminPaymentRow>[] {
  return rowColumns<AdminPaymentRow>({
    checks,
    desk,
    sorts,
    between: [SELLER],
    customer: (row) => (
      <CustomerCell
        name={row.customer.name}
        email={row.customer.email}
        phone={row.customer.address.phone}
        paymentId={row.paymentId}
        firstNote={`by ${row.salesManager.name}`}
        notes={[formatDateTime(row.createdAt)]}
      />
    ),
    clock: page.clock,
    subject: subjectOfAdmin,
    url: (row) => `${page.origin}${ROUTES.payment(row.paymentId)}`,
    onWindowClosed: () => void desk.refresh(),
  });
}
