import { type DayPlaceRow, type DayRow, FIGURE_LABELS } from '../../../src/contracts/day-close';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';
import { formatCount } from '../../lib/format';
import { type Column, DataTable } from '../ui/data-table';
import { Money } from '../ui/money';

const COUNTS = ['made', 'opened', 'paid', 'unclear', 'failed', 'cancelled', 'refunds'] as const;

/** The figures of a row, whatever it is of. */
export const FIGURE_COLUMNS: Column<DayRow | DayPlaceRow>[] = [
  ...COUNTS.map((name): Column<DayRow | DayPlaceRow> => ({
    key: name,
    header: FIGURE_LABELS[name],
    align: 'end',
    render: (row) => formatCount(row[name]),
  })),
  { key: 'gross', header: FIGURE_LABELS.gross, align: 'end', render: (row) => <Money amount={row.gross} /> },
  { key: 'refunded', header: FIGURE_LABELS.refunded, align: 'end', render: (row) => <Money amount={row.refunded} /> },
  {
    key: 'net',
    header: 'Net',
    align: 'end',
    card: 'figure',
    render: (row) => (
      <strong>
        <Money amount={row.net} />
      </strong>
    ),
  },
];

const COLUMNS: Column<DayRow>[] = [
  {
    key: 'seller',
    header: 'Seller and tier',
    card: 'title',
    render: (row) => (
      <span>
        <strong>{row.seller}</strong>
        {row.tokenType && `, ${tokenLabel(row.tokenType)}`}
      </span>
    ),
  },
  ...FIGURE_COLUMNS,
];

export function DayTable({ rows, total }: { rows: DayRow[]; total: DayRow }) {
  return (
    <DataTable
      caption="The day by seller and tier"
      columns={COLUMNS}
      rows={[...rows, total]}
      rowKey={(row) => `${row.sellerId}|${row.tokenType}`}
    />
  );
}
