import type { AnalysisData } from '../../../src/contracts/analysis';
import { formatCount, formatRupees } from '../../lib/format';
import { type Change, changeOf } from './change';
import classes from './figure-cards.module.css';
import { Sparkline } from './sparkline';

interface FigureCardsProps {
  data: Pick<AnalysisData, 'keyMetrics' | 'money' | 'before' | 'trend'>;
  isTodayAlone: boolean;
}

type Metric = keyof AnalysisData['keyMetrics'];
type Point = AnalysisData['trend']['points'][number];

const CARDS: readonly {
  metric: Metric;
  label: string;
  format: (figure: number) => string;
  /** Null for a day about which the figure says nothing. */
  of: (point: Point) => number | null;
}[] = [
  { metric: 'totalTransactions', label: 'Total Transactions', format: formatCount, of: (point) => point.transactions },
  { metric: 'totalRevenue', label: 'Total Revenue', format: formatRupees, of: (point) => point.revenue },
  {
    metric: 'averageTransactionValue',
    label: 'Avg. Transaction Value',
    format: (figure) => formatRupees(Math.round(figure)),
    of: ({ revenue, transactions }) => (transactions > 0 ? revenue / transactions : null),
  },
];

/** Each key figure with what it was before, and its way there. */
export function FigureCards({ data, isTodayAlone }: FigureCardsProps) {
  const { keyMetrics, money, before, trend } = data;
  return (
    <dl className={classes.cards} aria-label="Key figures">
      {CARDS.map(({ metric, label, format, of }) => {
        const change =
          before &&
          changeOf({
            now: keyMetrics[metric],
            earlier: before[metric],
            days: before,
            isTodayAlone,
            isEmpty: before.totalTransactions === 0 && before.totalRevenue === 0,
            format,
          });
        return (
          <div key={metric} className={classes.card}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>{format(keyMetrics[metric])}</dd>
            {change && <ChangeWords change={change} />}
            {metric === 'totalRevenue' && money.refunded > 0 && (
              <dd className={classes.note}>
                {formatRupees(money.gross)} paid, less {formatRupees(money.refunded)} refunded
              </dd>
            )}
            <dd className={classes.trend} aria-hidden="true">
              <Sparkline values={trend.points.map(of).filter((value) => value !== null)} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const ARROWS = { up: '▲', down: '▼' } as const;

function ChangeWords({ change: { direction, words } }: { change: Change }) {
  return (
    <dd className={classes.change} data-direction={direction ?? undefined}>
      {direction && <span aria-hidden="true">{ARROWS[direction]} </span>}
      {words}
    </dd>
  );
}
