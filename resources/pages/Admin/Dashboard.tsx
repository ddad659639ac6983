import type { AdminFilters } from '../../../src/contracts/admin';
import { MESSAGES } from '../../../src/contracts/messages';
import { filtersKey, type PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { REFUND_PENDING } from '../../../src/domain/payment/status-filter';
import { AdminFilterFields } from '../../components/admin/admin-filters';
import { ExportLinks } from '../../components/admin/export-links';
import { FilterChips } from '../../components/admin/filter-chips';
import { AdminTabs } from '../../components/admin/admin-tabs';
import { BulkBar } from '../../components/admin/bulk-bar';
import { chosenColumns } from '../../components/admin/list-columns';
import { HeadTools, ListTools } from '../../components/admin/list-tools';
import { adminColumns } from '../../components/dashboard/admin-columns';
import { RefundPermissionControl } from '../../components/refunds/refund-permission-control';
import { RowDialogHost } from '../../components/dashboard/row-dialog-host';
import { AddCustomerButton } from '../../components/ui/add-customer-button';
import { DataTable } from '../../components/ui/data-table';
import { ListPanel } from '../../components/ui/list-panel';
import { noMatch } from '../../components/ui/no-match';
import { PageSize } from '../../components/ui/page-size';
import { PageHeader } from '../../components/ui/page-header';
import { SearchBox } from '../../components/ui/search-box';
import { StatTiles } from '../../components/ui/stat-tiles';
import { StatusChanges } from '../../components/ui/status-changes';
import { TierMedal } from '../../components/ui/tier-medal';
import { LiveList } from '../../components/payments/live-list';
import { useExactTotal } from '../../hooks/use-exact-total';
import { useListVisit } from '../../hooks/use-list-visit';
import { useRowDesk } from '../../hooks/use-row-desk';
import { useServerClock } from '../../hooks/use-now';
import { useSharedProps } from '../../hooks/use-shared-props';
import { useShortcuts } from '../../hooks/use-shortcuts';
import { useStatusChecks } from '../../hooks/use-status-checks';
import { tickFocusedRow, useTicks } from '../../hooks/use-ticks';
import { StaffLayout } from '../../layouts/staff-layout';
import { useColumnChoice } from '../../lib/column-choice';
import { changed, filtersOfView, isFiltered, listParams, NO_FILTERS, sortsOf } from '../../lib/admin-list';
import { formatCount } from '../../lib/format';
import { isOffered } from '../../lib/project-choice';
import { openSale, useReturnToRow } from '../../lib/way-back';

const LISTED = ['payments', 'pagination', 'pageSize', 'stats', 'tabs'];

const nameOf = (row: PageProps['Admin/Dashboard']['payments'][number]) => row.customer.name;

export default function AdminDashboard(props: PageProps['Admin/Dashboard']) {
  const { payments, pagination, pageSize, stats, tabs, filters, sellers, projects, views } = props;
  const { app, auth } = useSharedProps();
  const clock = useServerClock(props.now);
  const list = useListVisit({ path: ROUTES.adminDashboard, only: LISTED, failed: MESSAGES.dashboard.adminFailed });
  const checks = useStatusChecks(list.refresh);
  const desk = useRowDesk(list.refresh);
  useReturnToRow();
  const { totalIsCapped: isCapped, totalPages: pages } = pagination;
  const length = useExactTotal({ total: pagination.totalPayments, pages, isCapped }, filters, props.exactTotal);
  const change = (part: Partial<AdminFilters>, replace = false) => {
    const wanted = changed(list.wantedFilters(filters), part);
    list.visit(listParams(wanted), { replace, filters: wanted });
  };

  const ticks = useTicks(filtersKey(filters));
  const hasProjects = isOffered(projects);
  const columns = useColumnChoice(String(auth.user?.id ?? ''));
  useShortcuts({ x: tickFocusedRow });

  return (
    <>
      <LiveList list={list} rows={payments} madeAt={props.now} held={false} joins={filters.status === REFUND_PENDING} />
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
        pageSize={pageSize}
        sizes={<PageSize list="admin" value={pageSize} onChanged={() => change({}, true)} />}
        dense
        note={
          <HeadTools>
            <RefundPermissionControl permission={desk.permission} />
            <ListTools
              filters={filters}
              views={views}
              columns={columns}
              hasProjects={hasProjects}
              onView={(query) => {
                const wanted = filtersOfView(query);
                list.visit(listParams(wanted), { filters: wanted });
              }}
            />
            <ExportLinks filters={filters} />
          </HeadTools>
        }
        pages={{
          current: pagination.currentPage,
          total: length.pages,
          onPage: (page) => change({ page }),
        }}
        toolbar={
          <>
            <AdminTabs filters={filters} counts={tabs} onChange={change} />
            <AdminFilterFields filters={filters} sellers={sellers} projects={projects} onChange={change}>
              <SearchBox
                label="Search payments"
                value={filters.search}
                onSearch={(search) => change({ search }, true)}
              />
            </AdminFilterFields>
            <FilterChips filters={filters} sellers={sellers} projects={projects} onChange={change} />
            <BulkBar
              rows={payments}
              filters={filters}
              total={length.total}
              totalIsCapped={length.isCapped}
              ticks={ticks}
              refresh={list.refresh}
            />
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
          columns={chosenColumns(
            adminColumns(checks, desk, sortsOf(filters), { origin: app.origin, clock }),
            columns.columns,
            ticks,
            hasProjects,
          )}
          rows={payments}
          rowKey={(row) => row.paymentId}
          busy={list.loading}
          dense
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
