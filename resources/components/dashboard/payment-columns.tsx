import type { DashboardRow } from '../../../src/contracts/payments';
import { withdrawalOf } from '../../../src/domain/link-care';
import { isInProgress } from '../../../src/domain/payment-status';
import type { RowDesk } from '../../hooks/use-row-desk';
import type { StatusChecks } from '../../hooks/use-status-checks';
import type { Column } from '../ui/data-table';
import { formatDateTime } from '../../lib/format';
import { linkMarkers } from '../../lib/link-markers';
import { subjectOf } from '../../lib/row-subject';
import { DateTime } from '../ui/date-time';
import { AmountCell } from './amount-cell';
import { CustomerCell } from './customer-cell';
import { RowActions } from './row-actions';
import { StatusCell } from './status-cell';
import { TokenCell } from './token-cell';

interface ColumnNeeds {
  checks: StatusChecks;
  desk: RowDesk;
  onWindowClosed: () => void;
  /** Milliseconds by which the server's clock is ahead. */
  clockLead?: number;
}

/** The columns of a seller's own list, in whichever page it stands. */
export function paymentColumns({ checks, desk, onWindowClosed, clockLead }: ColumnNeeds): Column<DashboardRow>[] {
  return [
    {
      key: 'customer',
      header: 'Customer',
      card: 'title',
      render: (row) => (
        <CustomerCell
          name={row.customerName}
          email={row.customerEmail}
          url={row.paymentUrl}
          notes={[formatDateTime(row.createdAt)]}
        />
      ),
    },
    {
      key: 'token',
      header: 'Token',
      card: 'mark',
      render: (row) => (
        <TokenCell
          type={row.tokenType}
          number={row.tokenNumber}
          upgrade={row.paymentType === 'upgrade'}
          upgradeState={row.upgradeState}
        />
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      card: 'figure',
      render: (row) => <AmountCell amount={row.amount} refunded={row.refundedAmount} />,
    },
    {
      key: 'status',
      header: 'Status',
      card: 'state',
      render: (row) => (
        <StatusCell
          status={row.status}
          label={row.statusLabel}
          paidAt={row.paidAt}
          needsReview={row.needsReview}
          reviewEnded={row.reviewEnded}
          link={
            withdrawalOf(row) ? undefined : { expiresAt: row.paymentLinkExpiresAt, expired: row.isPaymentLinkExpired }
          }
          nextCheckAt={row.nextCheckAt}
          markers={linkMarkers(row)}
          fault={checks.faults[row.paymentId]}
          clockLead={clockLead}
        />
      ),
    },
    { key: 'date', header: 'Created', wideOnly: true, render: (row) => <DateTime iso={row.createdAt} /> },
    {
      key: 'actions',
      header: 'Actions',
      quietHeader: true,
      card: 'actions',
      render: (row) => (
        <RowActions
          subject={subjectOf(row)}
          desk={desk}
          url={row.paymentUrl}
          onCheck={isInProgress(row.status) ? () => void checks.checkOne(row.paymentId) : undefined}
          checking={checks.busy.includes(row.paymentId)}
          onWindowClosed={onWindowClosed}
        />
      ),
    },
  ];
}
