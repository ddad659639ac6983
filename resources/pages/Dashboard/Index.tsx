import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { REFUND_PENDING } from '../../../src/domain/payment/status-filter';
import { CheckAllButton } from '../../components/dashboard/check-all-button';
import { paymentColumns } from '../../components/dashboard/payment-columns';
import { RefreshNote } from '../../components/dashboard/refresh-note';
import { TokenCounters } from '../../components/dashboard/token-counters';
import { RefundPermissionControl } from '../../components/refunds/refund-permission-control';
import { RowDialogHost } from '../../components/dashboard/row-dialog-host';
import { AddCustomerButton } from '../../components/ui/add-customer-button';
import { EventSelect } from '../../components/project-filter/event-select';
import { Button } from '../../components/ui/controls';
import { DataTable } from '../../components/ui/data-table';
import { FilterChip } from '../../components/ui/filter-chip';
import { ListPanel, ToolbarRow } from '../../components/ui/list-panel';
import { ListTabs } from '../../components/ui/list-tabs';
import { PageSize } from '../../components/ui/page-size';
import { PageHeader } from '../../components/ui/page-header';
import { SearchBox } from '../../components/ui/search-box';
import { StatusChanges } from '../../components/ui/status-changes';
import { useExactTotal } from '../../hooks/use-exact-total';
import { useLiveList } from '../../hooks/use-live-list';
import { useListVisit } from '../../hooks/use-list-visit';
import { useServerClock } from '../../hooks/use-now';
import { useOpenChecks } from '../../hooks/use-open-checks';
import { useRowDesk } from '../../hooks/use-row-desk';
import { useSharedProps } from '../../hooks/use-shared-props';
import { useStatusChecks } from '../../hooks/use-status-checks';
import { StaffLayout } from '../../layouts/staff-layout';
import { STATUS_TABS } from '../../lib/filter-options';
import { openSale, useReturnToRow } from '../../lib/way-back';

const LISTED = ['allCustomers', 'tokenCounts', 'pagination', 'pageSize'];

function emptyTitle({ search, expires, status, event }: PageProps['Dashboard/Index']['filters']): string {
  if (status === REFUND_PENDING) return search ? `No refund to “${search}” is on its way` : 'No refund is on its way';
  if (event && !search && !expires) return 'No sale in this event';
  if (!expires) return `No customer matches “${search}”`;
  return search ? `No open link of “${search}” expires today` : 'No open link expires today';
}

function hintOf({ search, expires, event }: PageProps['Dashboard/Index']['filters']): string {
  if (event && !search && !expires) return 'Choose all events to see the others.';
  if (search) return 'Search by name, email, phone or token number.';
  return expires
    ? 'Links that can still be paid and end today stand here.'
    : 'Payments stand here from the moment their refund is asked for until the bank has given the money back.';
}

const nameOf = (row: PageProps['Dashboard/Index']['allCustomers'][number]) => row.customerName;

export default function DashboardIndex(props: PageProps['Dashboard/Index']) {
  const { heading, allCustomers, tokenCounts, pagination, pageSize, filters, now, events = [] } = props;
  const list = useListVisit({ path: ROUTES.dashboard, only: LISTED, failed: MESSAGES.dashboard.failed });
  const checks = useStatusChecks(list.refresh);
  const desk = useRowDesk(list.refresh);
  useReturnToRow();
  const personId = useSharedProps().auth.user?.id ?? '';
  const openChecks = useOpenChecks(personId, list.refresh);
  const { live, connected } = useLiveList({
    list,
    rows: allCustomers,
    madeAt: now,
    held: openChecks.progress !== null,
    joins: filters.status === REFUND_PENDING,
  });

  const { totalIsCapped: isCapped, totalPages: pages } = pagination;
  const length = useExactTotal({ total: pagination.totalCount, pages, isCapped }, filters, props.exactTotal);
  const change = (changed: Partial<typeof filters>, replace = false) =>
    list.visit({ ...list.wantedFilters(filters), page: 1, ...changed }, { replace });
  const search = (text: string) => change({ search: text }, true);
  const { event = '' } = filters;
  const filtered = filters.search !== '' || filters.expires !== '' || filters.status !== '' || event !== '';
  const columns = paymentColumns({
    checks,
    desk,
    clock: useServerClock(now),
    onWindowClosed: () => void list.refresh(),
  });

  return (
    <>
      <PageHeader title={heading} figures={<TokenCounters counts={tokenCounts} />} actions={<AddCustomerButton />} />
      <ListPanel
        title="Recent Customers"
        note={<RefreshNote list={list} live={live} connected={connected} />}
        list={list}
        count={allCustomers.length}
        total={length.total}
        totalIsCapped={length.isCapped}
        pageSize={pageSize}
        sizes={<PageSize list="dashboard" value={pageSize} onChanged={() => change({}, true)} />}
        dense
        pages={{
          current: pagination.currentPage,
          total: length.pages,
          onPage: (page) => change({ page }),
        }}
        toolbar={
          <>
            <ToolbarRow>
              <ListTabs
                label="Show"
                tabs={STATUS_TABS}
                value={filters.status}
                onChange={(status) => change({ status })}
                inline
              />
              <FilterChip
                label="Expires today"
                pressed={filters.expires === 'today'}
                onToggle={(pressed) => change({ expires: pressed ? 'today' : '' })}
              />
              <CheckAllButton checks={openChecks} filters={filters} />
              <RefundPermissionControl permission={desk.permission} />
            </ToolbarRow>
            <SearchBox label="Search customers" value={filters.search} onSearch={search} />
            <EventSelect events={events} value={event} onChange={(chosen) => change({ event: chosen })} />
          </>
        }
        empty={
          filtered
            ? {
                title: emptyTitle(filters),
                hint: hintOf(filters),
                action: (
                  <Button
                    variant="default"
                    onClick={() => change({ search: '', expires: '', status: '', ...(event && { event: '' }) })}
                  >
                    {filters.expires || filters.status || event ? 'Clear filters' : 'Clear search'}
                  </Button>
                ),
              }
            : {
                title: 'No customers yet',
                hint: 'Add the first one: the payment link is ready in under a minute.',
                action: <AddCustomerButton quiet />,
              }
        }
      >
        <DataTable
          caption="Recent customers"
          columns={columns}
          rows={allCustomers}
          rowKey={(row) => row.paymentId}
          onRowOpen={(row) => openSale(row.paymentId)}
          busy={list.loading}
          dense
        />
      </ListPanel>
      <StatusChanges rows={allCustomers} nameOf={nameOf} />
      <RowDialogHost desk={desk} />
    </>
  );
}

DashboardIndex.layout = [StaffLayout];
