import type { SettlementException, SettlementRun } from '../../../src/contracts/settlements';
import { formatCount, formatDay, formatRupees } from '../../lib/format';
import { type Column, DataTable } from '../ui/data-table';
import { DateTime } from '../ui/date-time';
import { Money } from '../ui/money';
import classes from './settlements.module.css';

const STATES: Readonly<Record<SettlementRun['status'], string>> = {
  running: 'Under way',
  completed: 'Completed',
  incomplete: 'Incomplete',
};

const amount = (rupees: number | null) => (rupees === null ? '–' : formatRupees(rupees));

const EXCEPTIONS: Column<SettlementException>[] = [
  {
    key: 'what',
    header: 'Exception',
    card: 'title',
    render: (row) => (
      <>
        <strong>{row.label}</strong>
        <span className={classes.evidence}>{row.evidence}</span>
      </>
    ),
  },
  { key: 'day', header: 'Day', render: (row) => <span className={classes.day}>{formatDay(row.day)}</span> },
  {
    key: 'whose',
    header: 'Customer and reference',
    render: (row) => (
      <span>
        {row.customerName ?? '–'} <span className={classes.evidence}>{row.reference}</span>
        {row.soldIn && <span className={classes.evidence}>{`${row.soldIn.project}, ${row.soldIn.event}`}</span>}
      </span>
    ),
  },
  { key: 'expected', header: 'Our books', align: 'end', render: (row) => amount(row.expected) },
  { key: 'found', header: 'The bank', align: 'end', card: 'figure', render: (row) => amount(row.found) },
  {
    key: 'advice',
    header: 'What to do',
    card: 'actions',
    render: (row) => <span className={classes.evidence}>{row.advice}</span>,
  },
];

const RUNS: Column<SettlementRun>[] = [
  { key: 'day', header: 'Day', card: 'title', render: (row) => <strong>{formatDay(row.day)}</strong> },
  {
    key: 'state',
    header: 'Result',
    card: 'state',
    render: (row) => (
      <span>
        {STATES[row.status]}
        {row.problem && <span className={classes.evidence}>{row.problem}</span>}
      </span>
    ),
  },
  {
    key: 'matched',
    header: 'Matched',
    align: 'end',
    render: (row) => `${formatCount(row.matched)} of ${formatCount(row.lines)}`,
  },
  {
    key: 'paid',
    header: 'Paid out',
    align: 'end',
    card: 'figure',
    render: (row) => <Money amount={row.settledAmount} />,
  },
  { key: 'exceptions', header: 'Exceptions', align: 'end', render: (row) => formatCount(row.exceptions) },
  {
    key: 'source',
    header: 'Source',
    wideOnly: true,
    render: (row) => (row.source === 'bank' ? 'Bank' : (row.fileName ?? 'File')),
  },
  { key: 'who', header: 'Started by', wideOnly: true, render: (row) => row.startedBy },
  { key: 'when', header: 'When', render: (row) => <DateTime iso={row.startedAt} /> },
];

export function ExceptionsTable({ rows }: { rows: SettlementException[] }) {
  return <DataTable caption="Open exceptions" columns={EXCEPTIONS} rows={rows} rowKey={(row) => row.id} />;
}

export function RunsTable({ rows }: { rows: SettlementRun[] }) {
  return <DataTable caption="Earlier runs" columns={RUNS} rows={rows} rowKey={(row) => row.id} />;
}
