import type { PageProps } from '../../../src/contracts/pages';
import { formatCount, formatRupees } from '../../lib/format';
import { type Column, DataTable } from '../ui/data-table';
import { Money } from '../ui/money';
import classes from './managers-table.module.css';

type Manager = PageProps['Admin/Transactions']['managers'][number];

export function ManagersTable({ managers }: { managers: Manager[] }) {
  const most = Math.max(1, ...managers.map((manager) => manager.revenue));
  const columns: Column<Manager>[] = [
    { key: 'label', header: 'Sales manager', card: 'title', render: (row) => <strong>{row.label}</strong> },
    { key: 'revenue', header: 'Revenue', align: 'end', card: 'aside', render: (row) => <Money amount={row.revenue} /> },
    {
      key: 'share',
      header: 'Beside the best',
      render: (row) => (
        <progress
          className={classes.bar}
          max={most}
          value={Math.max(0, row.revenue)}
          aria-label={`Revenue of ${row.label}`}
          aria-valuetext={formatRupees(row.revenue)}
        />
      ),
    },
    { key: 'count', header: 'Transactions', align: 'end', render: (row) => formatCount(row.transactions) },
    {
      key: 'average',
      header: 'Average',
      align: 'end',
      render: (row) => (row.transactions > 0 ? formatRupees(row.revenue / row.transactions) : '–'),
    },
  ];
  return (
    <DataTable caption="Sales manager performance" columns={columns} rows={managers} rowKey={(row) => row.label} />
  );
}
