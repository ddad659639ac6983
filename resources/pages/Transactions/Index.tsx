import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { REFUND_PENDING } from '../../../src/domain/payment/status-filter';
import { moneyColumns } from '../../components/dashboard/money-columns';
import { RowDialogHost } from '../../components/dashboard/row-dialog-host';
import { Collected } from '../../components/money/collected';
import { LiveList } from '../../components/payments/live-list';
import { MoneyTables } from '../../components/money/money-tables';
import { AddCustomerButton } from '../../components/ui/add-customer-button';
import { DataTable } from '../../components/ui/data-table';
import { EventSelect } from '../../components/project-filter/event-select';
import { FilterSelect } from '../../components/ui/filter-select';
import { ListPanel } from '../../components/ui/list-panel';
import { ListTabs } from '../../components/ui/list-tabs';
import { noMatch } from '../../components/ui/no-match';
import { PageSize } from '../../components/ui/page-size';
import { PageHeader } from '../../components/ui/page-header';
import { SearchBox } from '../../components/ui/search-box';
import { StatusChanges } from '../../components/ui/status-changes';
import { useExactTotal } from '../../hooks/use-exact-total';
import { useServerClock } from '../../hooks/use-now';
import { useListVisit } from '../../hooks/use-list-visit';
import { useRowDesk } from '../../hooks/use-row-desk';
import { useStatusChecks } from '../../hooks/use-status-checks';
import { StaffLayout } from '../../layouts/staff-layout';
import { STATUS_OPTIONS, STATUS_TABS } from '../../lib/filter-options';
import { openSale, useReturnToRow } from '../../lib/way-back';

const LISTED = ['rows', 'pagination', 'pageSize', 'summary', 'money'];

const nameOf = (row: PageProps['Transactions/Index']['rows'][number]) => row.customerName;

export default function TransactionsIndex(props: PageProps['Transactions/Index']) {
  const { rows, pagination, pageSize, filters, summary, money, events = [] } = props;
  const list = useListVisit({
    path: ROUTES.transactions,
    only: LISTED,
    failed: MESSAGES.payment.transactionsFailed,
  });
  const checks = useStatusChecks(list.refresh);
  const desk = useRowDesk(list.refresh);
  useReturnToRow();
  const { totalIsCapped: isCapped, totalPages: pages } = pagination;
  const length = useExactTotal({ total: pagination.totalCount, pages, isCapped }, filters, props.exactTotal);
  const change = (changed: Partial<typeof filters>, replace = false) =>
    list.visit({ ...list.wantedFilters(filters), page: 1, ...changed }, { replace });
  const columns = moneyColumns({
    checks,
    desk,
    clock: useServerClock(props.now),
    onWindowClosed: () => void list.refresh(),
  });
  const { event = '' } = filters;
  const filtered = filters.search !== '' || filters.status !== '' || event !== '';

  return (
    <>
      <LiveList list={list} rows={rows} madeAt={props.now} held={false} joins={filters.status === REFUND_PENDING} />
      <PageHeader title="Transaction History" actions={<AddCustomerButton />} />
      <Collected summary={summary} />
      <MoneyTables money={money} />
      <ListPanel
        title="Transactions"
        list={list}
        count={rows.length}
        total={length.total}
        totalIsCapped={length.isCapped}
        pageSize={pageSize}
        sizes={<PageSize list="transactions" value={pageSize} onChanged={() => change({}, true)} />}
        dense
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
              inline
            />
            <SearchBox
              label="Search transactions"
              value={filters.search}
              onSearch={(search) => change({ search }, true)}
            />
            <FilterSelect
              label="Status"
              value={filters.status}
              options={STATUS_OPTIONS}
              onChange={(status) => change({ status })}
            />
            <EventSelect events={events} value={event} onChange={(chosen) => change({ event: chosen })} />
          </>
        }
        empty={
          filtered
            ? noMatch('transactions', () => change({ search: '', status: '', ...(event && { event: '' }) }))
            : {
                title: 'No transactions yet',
                hint: 'They appear here as soon as a payment link exists.',
                action: <AddCustomerButton quiet />,
              }
        }
      >
        <DataTable
          caption="Transactions"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.paymentId}
          onRowOpen={(row) => openSale(row.paymentId)}
          busy={list.loading}
          dense
        />
      </ListPanel>
      <StatusChanges rows={rows} nameOf={nameOf} />
      <RowDialogHost desk={desk} />
    </>
  );
}

TransactionsIndex.layout = [StaffLayout];
