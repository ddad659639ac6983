import type { AnalysisData } from '../../../src/contracts/analysis';
import { formatCount } from '../../lib/format';
import { type Column, DataTable } from '../ui/data-table';
import { hourLabel } from './hours';

type Failure = AnalysisData['failures'][number];
type Hour = AnalysisData['hours'][number];

const FAILURES: Column<Failure>[] = [
  { key: 'reason', header: 'Reason', card: 'title', render: (row) => row.reason },
  { key: 'count', header: 'Links', align: 'end', card: 'figure', render: (row) => formatCount(row.count) },
  { key: 'codes', header: 'Bank codes', render: (row) => row.codes.join(', ') || '–' },
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

export function FailuresTable({ failures }: { failures: Failure[] }) {
  return <DataTable caption="Failures by reason" columns={FAILURES} rows={failures} rowKey={(row) => row.reason} />;
}

export function HoursTable({ hours }: { hours: Hour[] }) {
  return <DataTable caption="Figures by hour" columns={HOURS} rows={hours} rowKey={(row) => `${row.hour}`} />;
}
