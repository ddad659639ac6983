import type { AnalysisData } from '../../../src/contracts/analysis';
import { bankCodeMeaning } from '../../../src/domain/bank-hash/bank-code-meanings';
import { formatCount } from '../../lib/format';
import { type Column, DataTable } from '../ui/data-table';
import classes from './analysis.module.css';
import { Money } from '../ui/money';
import { hourLabel } from './hours';
import { trendLabel } from './trend-label';

type Failure = AnalysisData['failures'][number];
type Trend = AnalysisData['trend'];
type Hour = AnalysisData['hours'][number];

const FAILURES: Column<Failure>[] = [
  { key: 'reason', header: 'Reason', card: 'title', render: (row) => row.reason },
  { key: 'count', header: 'Links', align: 'end', card: 'figure', render: (row) => formatCount(row.count) },
  { key: 'codes', header: 'Bank codes', render: (row) => <Codes codes={row.codes} /> },
];

const trendColumns = (unit: Trend['unit']): Column<Trend['points'][number]>[] => [
  { key: 'day', header: unit === 'day' ? 'Day' : 'Month', card: 'title', render: (row) => trendLabel(row.day, unit) },
  {
    key: 'revenue',
    header: 'Revenue',
    align: 'end',
    card: 'figure',
    render: (row) => <Money amount={row.revenue} />,
  },
  { key: 'transactions', header: 'Transactions', align: 'end', render: (row) => formatCount(row.transactions) },
];

const HOURS: Column<Hour>[] = [
  {
    key: 'hour',
    header: 'Hour from',
    card: 'title',
    render: (row) => hourLabel(row.hour),
  },
  { key: 'created', header: 'Links created', align: 'end', render: (row) => formatCount(row.created) },
  { key: 'paid', header: 'Paid', align: 'end', card: 'figure', render: (row) => formatCount(row.paid) },
];

/** Each code with what it means. */
function Codes({ codes }: { codes: string[] }) {
  if (codes.length === 0) return '–';
  return (
    <ul className={classes.codes}>
      {codes.map((code) => (
        <li key={code}>
          <span className={classes.code}>{code}</span> {bankCodeMeaning(code)}
        </li>
      ))}
    </ul>
  );
}

export function TrendTable({ trend: { unit, points } }: { trend: Trend }) {
  return (
    <DataTable
      caption={`Figures by ${unit}`}
      columns={trendColumns(unit)}
      rows={points}
      rowKey={(row) => row.day}
      compact
    />
  );
}

export function FailuresTable({ failures }: { failures: Failure[] }) {
  return <DataTable caption="Failures by reason" columns={FAILURES} rows={failures} rowKey={(row) => row.reason} />;
}

export function HoursTable({ hours }: { hours: Hour[] }) {
  return <DataTable caption="Figures by hour" columns={HOURS} rows={hours} rowKey={(row) => `${row.hour}`} />;
}
