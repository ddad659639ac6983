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
    render: ({ soldIn }) => soldIn && <Place first={soldIn.project} second={soldIn.event} />,
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

/** One column for both, since a line of the list has no room for one more: the seller, and below where it was sold. */
function sellerWithPlace(seller: Columns[number]): Columns[number] {
  return {
    ...seller,
    header: 'Sales manager, event',
    render: ({ salesManager, soldIn }) => (
      <Place first={salesManager.name} second={soldIn ? `${soldIn.project}, ${soldIn.event}` : ''} />
    ),
  };
}

function Place({ first, second }: { first: string; second: string }) {
  return (
    <span className={classes.place} title={`${first}, ${second}`}>
      <span>{first}</span>
      <span className={classes.event}>{second}</span>
    </span>
  );
}

const isFixed = (key: string) => key === 'customer' || key === 'actions';

/** The list's columns as the person wants them, with a box before each customer. @param hasProjects where there are several events */
export function chosenColumns(all: Columns, chosen: readonly ColumnKey[], ticks: Ticks, hasProjects: boolean): Columns {
  const date = all.findIndex(({ key }) => key === 'date');
  const known = [...all.slice(0, date), ...FURTHER, ...all.slice(date)];
  const isShown = (key: string) => isFixed(key) || (chosen as readonly string[]).includes(key);
  const hasPlace = hasProjects && isShown('place');
  const inOne = hasPlace && isShown('seller');
  return known
    .filter(({ key }) => (key === 'place' ? hasPlace && !inOne : isShown(key)))
    .map((column) => (column.key === 'seller' && inOne ? sellerWithPlace(column) : column))
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
