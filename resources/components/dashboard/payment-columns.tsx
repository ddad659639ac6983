import type { DashboardRow } from '../../../src/contracts/payments';
import { withdrawalOf } from '../../../src/domain/payment/link-care';
import type { RowDesk } from '../../hooks/use-row-desk';
import type { ServerClock } from '../../hooks/use-now';
import type { StatusChecks } from '../../hooks/use-status-checks';
import { formatDateTime } from '../../lib/format';
import { linkMarkers } from '../../lib/link-markers';
import { subjectOf } from '../../lib/row-subject';
import type { Column } from '../ui/data-table';
import { CustomerCell } from './customer-cell';
import { rowColumns } from './row-columns';

interface ColumnNeeds {
  checks: StatusChecks;
  desk: RowDesk;
  onWindowClosed: () => void;
  clock?: ServerClock;
}

/** The columns of a seller's own list, in whichever page it stands. */
export function paymentColumns({ clock, ...needs }: ColumnNeeds): Column<DashboardRow>[] {
  return rowColumns<DashboardRow>({
    ...needs,
    customer: (row) => (
      <CustomerCell
        name={row.customerName}
        email={row.customerEmail}
        phone={row.customerPhone}
        paymentId={row.paymentId}
        notes={[formatDateTime(row.createdAt)]}
      />
    ),
    token: (row) => ({ upgrade: row.paymentType === 'upgrade', upgradeState: row.upgradeState }),
    status: (row) => ({
      reviewEnded: row.reviewEnded,
      link: withdrawalOf(row) ? undefined : { expiresAt: row.paymentLinkExpiresAt, expired: row.isPaymentLinkExpired },
      nextCheckAt: row.nextCheckAt,
      markers: linkMarkers(row),
      clock,
    }),
    subject: subjectOf,
    url: (row) => row.paymentUrl,
  });
}
