import type { DashboardRow } from '../../../src/contracts/payments';
import type { RowDesk } from '../../hooks/use-row-desk';
import type { ServerClock } from '../../hooks/use-now';
import type { StatusChecks } from '../../hooks/use-status-checks';
import { formatDateTime } from '../../lib/format';
import { subjectOf } from '../../lib/row-subject';
import type { Column } from '../ui/data-table';
import { CustomerCell } from './customer-cell';
import { rowColumns } from './row-columns';

export interface PaymentColumnNeeds {
  checks: StatusChecks;
  desk: RowDesk;
  onWindowClosed: () => void;
  clock?: ServerClock;
}

/** The columns of a seller's own list, in whichever page it stands. */
export function paymentColumns(needs: PaymentColumnNeeds): Column<DashboardRow>[] {
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
    subject: subjectOf,
    url: (row) => row.paymentUrl,
  });
}
