import type { AdminPaymentRow } from '../../../src/contracts/admin';
import { isPaid } from '../../../src/domain/payment/payment-status';
import type { ColumnKey } from '../../lib/column-choice';
import type { Ticks } from '../../hooks/use-ticks';
import type { Column } from '../ui/data-table';
import { DateTime } from '../ui/date-time';
import classes from './list-tools.module.css';

type Columns = Column<AdminPaymentRow>[];

/** Columns that nobody sees unless they are chosen. */
const FURTHER: Columns = [
  {
    key: 'place',
    header: 'Project / event',
    wideOnly: 'first',
    render: ({ soldIn }) =>
      soldIn && (
        <span className={classes.place} title={`${soldIn.project}, ${soldIn.event}`}>
          <span>{soldIn.project}</span>
          <span className={classes.event}>{soldIn.event}</span>
        </span>
      ),
  },
  {
    key: 'paid',
    header: 'Paid',
    render: ({ paidAt }) =>
      paidAt === null ? <span className={classes.none}>Not paid</span> : <DateTime iso={paidAt} />,
  },
  {
    key: 'ends',
    header: 'Link ends',
    render: ({ status, paymentLinkExpiresAt }) =>
      isPaid(status) ? <span className={classes.none}>Paid</span> : <DateTime iso={paymentLinkExpiresAt} />,
  },
];

const isFixed = (key: string) => key === 'customer' || key === 'actions';

/** The list's columns as the person wants them, with a box before each customer. @param hasProjects where there are several events */
export function chosenColumns(all: Columns, chosen: readonly ColumnKey[], ticks: Ticks, hasProjects: boolean): Columns {
  const date = all.findIndex(({ key }) => key === 'date');
  const known = [...all.slice(0, date), ...FURTHER, ...all.slice(date)];
  return known
    .filter(({ key }) => isFixed(key) || (chosen as readonly string[]).includes(key))
    .filter(({ key }) => hasProjects || key !== 'place')
    .map((column) => (column.key === 'customer' ? ticked(column, ticks) : column));
}

function ticked(column: Column<AdminPaymentRow>, { has, set }: Ticks): Column<AdminPaymentRow> {
  return {
    ...column,
    render: (row) => (
      <div className={classes.ticked}>
        <label className={classes.tick}>
          <input
            type="checkbox"
            data-tick
            aria-label={`Tick ${row.customer.name}`}
            checked={has(row.paymentId)}
            onChange={(event) => set([row.paymentId], event.currentTarget.checked)}
          />
        </label>
        {column.render(row)}
      </div>
    ),
  };
}
