import type { PageProps } from '../../../src/contracts/pages';
import { formatCount, formatRupees } from '../../lib/format';
import { type Column, DataTable } from '../ui/data-table';
import { Meter } from '../ui/meter';
import { Money } from '../ui/money';
import classes from './managers-table.module.css';

type Manager = PageProps['Admin/Transactions']['managers'][number];

function percent(part: number, whole: number): string {
  return whole > 0 ? `${Math.round((part / whole) * 100)} %` : '–';
}

export function ManagersTable({ managers }: { managers: Manager[] }) {
  const total = managers.reduce((sum, manager) => sum + Math.max(0, manager.revenue), 0);
  const columns: Column<Manager>[] = [
    { key: 'label', header: 'Sales manager', card: 'title', render: (row) => <strong>{row.label}</strong> },
    {
      key: 'revenue',
      header: 'Revenue',
      align: 'end',
      card: 'figure',
      render: (row) => <Money amount={row.revenue} />,
    },
    {
      key: 'share',
      header: 'Share of revenue',
      render: (row) => (
        <span className={classes.share}>
          <Meter value={Math.max(0, row.revenue)} max={total} size="sm" />
          <span className={classes.percent}>{percent(Math.max(0, row.revenue), total)}</span>
        </span>
      ),
    },
    { key: 'gross', header: 'Gross', align: 'end', wideOnly: true, render: (row) => <Money amount={row.gross} /> },
    {
      key: 'refunded',
      header: 'Refunded',
      align: 'end',
      wideOnly: true,
      render: (row) => (row.refunded > 0 ? <Money amount={row.refunded} /> : '–'),
    },
    { key: 'count', header: 'Transactions', align: 'end', render: (row) => formatCount(row.transactions) },
    {
      key: 'average',
      header: 'Average',
      align: 'end',
      render: (row) => (row.transactions > 0 ? formatRupees(Math.round(row.revenue / row.transactions)) : '–'),
    },
  ];
  return <DataTable caption="Sales manager performance" columns={columns} rows={managers} rowKey={(row) => row.id} />;
}
