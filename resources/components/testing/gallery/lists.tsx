import { MESSAGES } from '../../../../src/contracts/messages';
import type { ListVisit } from '../../../hooks/use-list-visit';
import type { ListProblem } from '../../../lib/list-problem';
import { AmountCell } from '../../dashboard/amount-cell';
import { CustomerCell } from '../../dashboard/customer-cell';
import { MoreTrigger } from '../../ui/more-trigger';
import { StatusCell } from '../../dashboard/status-cell';
import { TokenCell } from '../../dashboard/token-cell';
import { type Column, DataTable } from '../../ui/data-table';
import { CopyIcon } from '../../ui/icons';
import { ListPanel } from '../../ui/list-panel';
import { noMatch } from '../../ui/no-match';
import { RowAction } from '../../ui/row-action';
import { SearchBox } from '../../ui/search-box';
import { AT, type Row, ROWS } from './samples';

const nothing = () => undefined;
const EMPTY = { title: 'No customers yet', hint: 'Add the first one: the link can be shared at once.' };
const COLUMNS: Column<Row>[] = [
  {
    key: 'customer',
    header: 'Customer',
    card: 'title',
    render: ({ name, email }) => (
      <CustomerCell
        name={name}
        email={email}
        phone="+919876543210"
        paymentId={'0'.repeat(26)}
        notes={['Priya Sharma']}
      />
    ),
  },
  {
    key: 'token',
    header: 'Token',
    card: 'mark',
    render: ({ tokenType, tokenNumber, status }) => (
      <TokenCell type={tokenType} number={tokenNumber} isVoid={status === 'refunded'} />
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    card: 'figure',
    sort: 'amount',
    render: ({ amount, refunded }) => <AmountCell amount={amount} refunded={refunded} />,
  },
  { key: 'status', header: 'Status', card: 'state', render: (row) => <Status {...row} /> },
  {
    key: 'actions',
    header: 'Actions',
    quietHeader: true,
    card: 'actions',
    render: ({ name }) => (
      <div>
        <RowAction label="Copy link" short="Copy" of={name} icon={<CopyIcon />} onClick={nothing} />
        <MoreTrigger of={name} />
      </div>
    ),
  },
];

function Status({ status, label, tokenNumber, refunded }: Row) {
  const isOver = status === 'completed' || status === 'refunded';
  return (
    <StatusCell
      sale={{
        status,
        statusLabel: label,
        statusReason: null,
        tokenNumber,
        tokenVoid: status === 'refunded',
        createdAt: AT,
        openedAt: null,
        paidAt: isOver ? AT : null,
        linkMails: { sentCount: 2, lastSentAt: AT },
        paymentLinkExpiresAt: '2126-01-01T00:00:00.000Z',
        isPaymentLinkExpired: false,
        refundedAmount: refunded,
        pendingRefundAmount: status === 'completed' ? 1_500.5 : 0,
        atBankSince: AT,
        refundPendingSince: AT,
        refundedAt: AT,
        endedAt: AT,
        nextCheckAt: null,
        needsReview: status === 'completed',
        reviewEnded: status === 'refunded' ? { at: AT, outcome: 'refunded at the bank' } : null,
      }}
      fault={status === 'initiated' ? 'The bank could not be asked.' : undefined}
    />
  );
}

const STATES: { title: string; rows: Row[]; loading?: boolean; problem?: ListProblem; empty?: typeof EMPTY }[] = [
  { title: 'List, full', rows: ROWS },
  { title: 'List, one row', rows: ROWS.slice(0, 1) },
  { title: 'List, loading', rows: ROWS.slice(0, 3), loading: true },
  { title: 'List, empty', rows: [] },
  { title: 'List, nothing matches', rows: [], empty: noMatch('customers', nothing) },
  {
    title: 'List, failed',
    rows: ROWS,
    problem: { kind: 'failed', message: MESSAGES.general.unreachable, status: 500, quiet: false },
  },
];

/** A list in every state that it can be in. */
export function Lists() {
  return STATES.map(({ title, rows, loading = false, problem = null, empty = EMPTY }) => (
    <ListPanel
      key={title}
      title={title}
      toolbar={<SearchBox label={`Search: ${title}`} value="" onSearch={nothing} />}
      list={visitOf(loading, problem)}
      count={rows.length}
      total={rows.length}
      pages={{ current: 2, total: rows.length > 1 ? 9 : 1, onPage: nothing }}
      pageSize={5}
      dense
      empty={empty}
    >
      <DataTable
        caption={title}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ key }) => key}
        busy={loading}
        dense
        sort={{ by: 'amount', direction: 'desc', onSort: nothing }}
      />
    </ListPanel>
  ));
}

function visitOf(loading: boolean, problem: ListProblem | null): ListVisit {
  return {
    loading,
    problem,
    refreshedAt: null,
    visit: nothing,
    refresh: async () => true,
    retry: nothing,
    wantedFilters: (shown) => shown,
  };
}
