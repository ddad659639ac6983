import type { AdminFilters } from '../../../src/contracts/admin';
import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { REFUND_PENDING } from '../../../src/domain/payment/status-filter';
import { AdminFilterFields } from '../../components/admin/admin-filters';
import { ExportLinks } from '../../components/admin/export-links';
import { FilterChips } from '../../components/admin/filter-chips';
import { adminColumns } from '../../components/dashboard/admin-columns';
import { RefundPermissionControl } from '../../components/refunds/refund-permission-control';
import { RowDialogHost } from '../../components/dashboard/row-dialog-host';
import { AddCustomerButton } from '../../components/ui/add-customer-button';
import { DataTable } from '../../components/ui/data-table';
import { ListPanel } from '../../components/ui/list-panel';
import { ListTabs } from '../../components/ui/list-tabs';
import { noMatch } from '../../components/ui/no-match';
import { PageHeader } from '../../components/ui/page-header';
import { SearchBox } from '../../components/ui/search-box';
import { StatTiles } from '../../components/ui/stat-tiles';
import { StatusChanges } from '../../components/ui/status-changes';
import { TierMedal } from '../../components/ui/tier-medal';
import { useExactTotal } from '../../hooks/use-exact-total';
import { useLiveList } from '../../hooks/use-live-list';
import { useListVisit } from '../../hooks/use-list-visit';
import { useRowDesk } from '../../hooks/use-row-desk';
import { useServerClock } from '../../hooks/use-now';
import { useSharedProps } from '../../hooks/use-shared-props';
import { useStatusChecks } from '../../hooks/use-status-checks';
import { StaffLayout } from '../../layouts/staff-layout';
import { changed, isFiltered, listParams, NO_FILTERS, sortsOf } from '../../lib/admin-list';
import { STATUS_TABS } from '../../lib/filter-options';
import { formatCount } from '../../lib/format';
import { openSale, useReturnToRow } from '../../lib/way-back';

const PAGE_SIZE = 10;
const LISTED = ['payments', 'pagination', 'stats'];

const nameOf = (row: PageProps['Admin/Dashboard']['payments'][number]) => row.customer.name;

export default function AdminDashboard(props: PageProps['Admin/Dashboard']) {
  const { payments, pagination, stats, filters, sellers } = props;
  const { app } = useSharedProps();
  const clock = useServerClock(props.now);
  const list = useListVisit({ path: ROUTES.adminDashboard, only: LISTED, failed: MESSAGES.dashboard.adminFailed });
  const checks = useStatusChecks(list.refresh);
  const desk = useRowDesk(list.refresh);
  useLiveList({ list, rows: payments, held: false, joins: filters.status === REFUND_PENDING });
  useReturnToRow();
  const { totalIsCapped: isCapped, totalPages: pages } = pagination;
  const length = useExactTotal({ total: pagination.totalPayments, pages, isCapped }, filters, props.exactTotal);
  const change = (part: Partial<AdminFilters>, replace = false) =>
    list.visit(listParams(changed(filters, part)), { replace });

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
        total={length.total}
        totalIsCapped={length.isCapped}
        pageSize={PAGE_SIZE}
        note={<ExportLinks filters={filters} />}
        pages={{
          current: pagination.currentPage,
          total: length.pages,
          onPage: (page) => change({ page }),
        }}
        toolbar={
          <>
            <ListTabs
              label="Show"
              tabs={STATUS_TABS}
              value={filters.status}
              onChange={(status) => change({ status })}
            />
            <SearchBox label="Search payments" value={filters.search} onSearch={(search) => change({ search }, true)} />
            <RefundPermissionControl permission={desk.permission} />
            <AdminFilterFields filters={filters} sellers={sellers} onChange={change} />
            <FilterChips filters={filters} sellers={sellers} onChange={change} />
          </>
        }
        empty={
          isFiltered(filters)
            ? noMatch('payments', () => change(NO_FILTERS))
            : {
                title: 'No payments yet',
                hint: 'They appear here as soon as a payment link exists.',
                action: <AddCustomerButton quiet />,
              }
        }
      >
        <DataTable
          caption="Payments"
          columns={adminColumns(checks, desk, sortsOf(filters), { origin: app.origin, clock })}
          rows={payments}
          rowKey={(row) => row.paymentId}
          busy={list.loading}
          sort={{
            by: filters.sort,
            direction: filters.direction,
            onSort: (by, direction) => change({ sort: by as AdminFilters['sort'], direction }),
          }}
          onRowOpen={(row) => openSale(row.paymentId)}
        />
      </ListPanel>
      <StatusChanges rows={payments} nameOf={nameOf} />
      <RowDialogHost desk={desk} />
    </>
  );
}

AdminDashboard.layout = [StaffLayout];
