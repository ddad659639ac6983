import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { adminColumns } from '../../components/dashboard/admin-columns';
import { RefundPermissionControl } from '../../components/refunds/refund-permission-control';
import { RowDialogHost } from '../../components/dashboard/row-dialog-host';
import { AddCustomerButton } from '../../components/ui/add-customer-button';
import { DataTable } from '../../components/ui/data-table';
import { FilterSelect } from '../../components/ui/filter-select';
import { ListPanel } from '../../components/ui/list-panel';
import { noMatch } from '../../components/ui/no-match';
import { PageHeader } from '../../components/ui/page-header';
import { SearchBox } from '../../components/ui/search-box';
import { StatTiles } from '../../components/ui/stat-tiles';
import { TierMedal } from '../../components/ui/tier-medal';
import { useLiveList } from '../../hooks/use-live-list';
import { useListVisit } from '../../hooks/use-list-visit';
import { useRowDesk } from '../../hooks/use-row-desk';
import { useStatusChecks } from '../../hooks/use-status-checks';
import { StaffLayout } from '../../layouts/staff-layout';
import { STATUS_OPTIONS, TOKEN_OPTIONS } from '../../lib/filter-options';
import { formatCount } from '../../lib/format';

const PAGE_SIZE = 10;
const LISTED = ['payments', 'pagination', 'stats'];

export default function AdminDashboard(props: PageProps['Admin/Dashboard']) {
  const { payments, pagination, stats, filters } = props;
  const list = useListVisit({ path: ROUTES.adminDashboard, only: LISTED, failed: MESSAGES.dashboard.adminFailed });
  const checks = useStatusChecks(list.refresh);
  const desk = useRowDesk(list.refresh);
  useLiveList({ list, rows: payments, held: checks.progress !== null });
  const change = (changed: Partial<typeof filters>, replace = false) =>
    list.visit({ ...filters, page: 1, ...changed }, { replace });
  const filtered = filters.search !== '' || filters.status !== '' || filters.tokenType !== '';

  return (
    <>
      <PageHeader title="Admin Dashboard" actions={<AddCustomerButton />} />
      <StatTiles
        label="Customers by token, completed payments"
        stats={[
          { label: 'All tokens', value: formatCount(stats.total) },
          { label: 'Gold', value: formatCount(stats.gold), icon: <TierMedal type="gold" /> },
          { label: 'Platinum', value: formatCount(stats.platinum), icon: <TierMedal type="platinum" /> },
          { label: 'Silver', value: formatCount(stats.silver), icon: <TierMedal type="silver" /> },
        ]}
      />
      <ListPanel
        title="Payments"
        list={list}
        count={payments.length}
        total={pagination.totalPayments}
        pageSize={PAGE_SIZE}
        pages={{
          current: pagination.currentPage,
          total: pagination.totalPages,
          onPage: (page) => change({ page }),
        }}
        toolbar={
          <>
            <SearchBox label="Search payments" value={filters.search} onSearch={(search) => change({ search }, true)} />
            <FilterSelect
              label="Status"
              value={filters.status}
              options={STATUS_OPTIONS}
              onChange={(status) => change({ status })}
            />
            <FilterSelect
              label="Token type"
              value={filters.tokenType}
              options={TOKEN_OPTIONS}
              onChange={(tokenType) => change({ tokenType })}
            />
            <RefundPermissionControl permission={desk.permission} />
          </>
        }
        empty={
          filtered
            ? noMatch('payments', () => change({ search: '', status: '', tokenType: '' }))
            : {
                title: 'No payments yet',
                hint: 'They appear here as soon as a payment link exists.',
                action: <AddCustomerButton quiet />,
              }
        }
      >
        <DataTable
          caption="Payments"
          columns={adminColumns(checks, desk, () => void list.refresh())}
          rows={payments}
          rowKey={(row) => row.paymentId}
          busy={list.loading}
        />
      </ListPanel>
      <RowDialogHost desk={desk} />
    </>
  );
}

AdminDashboard.layout = [StaffLayout];
