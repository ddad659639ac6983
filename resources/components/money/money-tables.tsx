import { Button } from '../ui/controls';
import { useState } from 'react';
import type { DayMoney, MoneyFigures, SellerMoney, SoldMoney } from '../../../src/contracts/seller-money';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';
import { formatCount, formatDay } from '../../lib/format';
import { type Column, DataTable } from '../ui/data-table';
import { EmptyState } from '../ui/empty-state';
import { Money } from '../ui/money';
import { Panel } from '../ui/panel';
import { TierMedal } from '../ui/tier-medal';
import classes from './money.module.css';

/** Days shown before somebody asks for all of them. */
const FEW_DAYS = 7;

type SoldRow = MoneyFigures & { what: SoldMoney['what'] | 'total'; count: number };
type DayRow = Omit<DayMoney, 'day'> & { key: string; label: string };

/** The seller's money by what was sold and by the day of payment; both add up to the same sums. */
export function MoneyTables({ money }: { money: SellerMoney }) {
  const [showsAll, setShowsAll] = useState(false);
  if (money.sold.length === 0)
    return (
      <Panel title="What was sold">
        <EmptyState title="Nothing collected yet" hint="The first payment shows here by token and by day." />
      </Panel>
    );
  const days = daysOf(money);
  const isLong = days.length > FEW_DAYS + 1;
  return (
    <div className={classes.tables}>
      <Panel title="What was sold">
        <DataTable
          caption="What was sold"
          columns={SOLD}
          rows={soldOf(money)}
          rowKey={({ what }) => what}
          dense
          compact
        />
      </Panel>
      <Panel title="By day of payment">
        <DataTable
          caption="By day of payment"
          columns={DAYS}
          rows={isLong && !showsAll ? days.slice(0, FEW_DAYS) : days}
          rowKey={({ key }) => key}
          dense
          compact
        />
        {isLong && (
          <Button variant="subtle" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer days' : `Show all ${days.length} days`}
          </Button>
        )}
        <p className={classes.note}>Indian time. Refunded is what of that day’s payments went back, on any day.</p>
      </Panel>
    </div>
  );
}

function soldOf({ sold }: SellerMoney): SoldRow[] {
  if (sold.length === 1) return sold;
  const sum = (of: (row: SoldMoney) => number) =>
    Math.round(sold.reduce((total, row) => total + of(row), 0) * 100) / 100;
  const total = {
    what: 'total' as const,
    count: sum(({ count }) => count),
    gross: sum(({ gross }) => gross),
    refunded: sum(({ refunded }) => refunded),
    net: sum(({ net }) => net),
  };
  return [...sold, total];
}

function daysOf({ days, earlier, reach }: SellerMoney): DayRow[] {
  const shown = days.map(({ day, ...figures }) => ({ key: day, label: formatDay(day), ...figures }));
  return earlier ? [...shown, { key: 'earlier', label: `More than ${reach} days ago`, ...earlier }] : shown;
}

/** Columns of money, which stand alike in both tables. */
function moneyColumns<Row extends MoneyFigures>(): Column<Row>[] {
  return [
    { key: 'gross', header: 'Gross', align: 'end', render: ({ gross }) => <Money amount={gross} /> },
    {
      key: 'refunded',
      header: 'Refunded',
      align: 'end',
      render: ({ refunded }) => (refunded > 0 ? <Money amount={refunded} /> : '–'),
    },
    { key: 'net', header: 'Net', align: 'end', card: 'figure', render: ({ net }) => <Money amount={net} /> },
  ];
}

function What({ what }: { what: SoldRow['what'] }) {
  if (what === 'total') return <strong>Total</strong>;
  const isUpgrade = what === 'upgrade';
  return (
    <span className={classes.sold}>
      <TierMedal type={isUpgrade ? 'platinum' : what} />
      {isUpgrade ? 'Upgrades' : `${tokenLabel(what)} tokens`}
    </span>
  );
}

const SOLD: Column<SoldRow>[] = [
  { key: 'what', header: 'Sold', card: 'title', render: ({ what }) => <What what={what} /> },
  { key: 'count', header: 'Number', align: 'end', render: ({ count }) => formatCount(count) },
  ...moneyColumns<SoldRow>(),
];

const DAYS: Column<DayRow>[] = [
  { key: 'day', header: 'Day', card: 'title', render: ({ label }) => <strong>{label}</strong> },
  { key: 'tokens', header: 'Tokens', align: 'end', render: ({ tokens }) => formatCount(tokens) },
  {
    key: 'upgrades',
    header: 'Upgrades',
    align: 'end',
    render: ({ upgrades }) => (upgrades > 0 ? formatCount(upgrades) : '–'),
  },
  ...moneyColumns<DayRow>(),
];
