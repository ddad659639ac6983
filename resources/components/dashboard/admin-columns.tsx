import type { AdminPaymentRow } from '../../../src/contracts/admin';
import { ROUTES } from '../../../src/contracts/routes';
import type { PaymentSort } from '../../../src/domain/payment-sort';
import { isInProgress } from '../../../src/domain/payment-status';
import type { RowDesk } from '../../hooks/use-row-desk';
import type { StatusChecks } from '../../hooks/use-status-checks';
import type { Column } from '../ui/data-table';
import { formatDateTime } from '../../lib/format';
import { subjectOfAdmin } from '../../lib/row-subject';
import { DateTime } from '../ui/date-time';
import { AmountCell } from './amount-cell';
import { CustomerCell } from './customer-cell';
import { RowActions } from './row-actions';
import { StatusCell } from './status-cell';
import { TokenCell } from './token-cell';

function paymentUrl(row: AdminPaymentRow): string {
  return new URL(ROUTES.payment(row.paymentId), window.location.origin).href;
}

/** Every seller's payments: the seller stands beside the customer. */
export function adminColumns(
  checks: StatusChecks,
  desk: RowDesk,
  details: { open: (paymentId: string) => void; urlOf: (paymentId: string) => string },
  sorts: readonly PaymentSort[],
): Column<AdminPaymentRow>[] {
  const sort = (by: PaymentSort) => (sorts.includes(by) ? by : undefined);
  return [
    {
      key: 'customer',
      header: 'Customer',
      card: 'title',
      render: (row) => (
        <CustomerCell
          name={row.customer.name}
          email={row.customer.email}
          url={details.urlOf(row.paymentId)}
          onOpen={() => details.open(row.paymentId)}
          notes={[`by ${row.salesManager.name}`, formatDateTime(row.createdAt)]}
        />
      ),
    },
    {
      key: 'token',
      header: 'Token',
      sort: sort('tokenType'),
      card: 'mark',
      render: (row) => <TokenCell type={row.tokenType} number={row.tokenNumber} />,
    },
    {
      key: 'amount',
      header: 'Amount',
      sort: sort('amount'),
      align: 'end',
      card: 'figure',
      render: (row) => <AmountCell amount={row.amount} refunded={row.refundedAmount} />,
    },
    {
      key: 'status',
      header: 'Status',
      sort: sort('status'),
      card: 'state',
      render: (row) => (
        <StatusCell
          status={row.status}
          label={row.statusLabel}
          paidAt={row.paidAt}
          needsReview={row.needsReview}
          fault={checks.faults[row.paymentId]}
        />
      ),
    },
    {
      key: 'seller',
      header: 'Sales manager',
      wideOnly: true,
      render: (row) => <span title={row.salesManager.email}>{row.salesManager.name}</span>,
    },
    {
      key: 'date',
      header: 'Created',
      sort: sort('date'),
      wideOnly: true,
      render: (row) => <DateTime iso={row.createdAt} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      quietHeader: true,
      card: 'actions',
      render: (row) => (
        <RowActions
          subject={subjectOfAdmin(row)}
          desk={desk}
          url={paymentUrl(row)}
          onCheck={isInProgress(row.status) ? () => void checks.checkOne(row.paymentId) : undefined}
          checking={checks.busy.includes(row.paymentId)}
          onWindowClosed={() => void desk.refresh()}
        />
      ),
    },
  ];
}
