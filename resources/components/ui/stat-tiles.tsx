import type { ReactNode } from 'react';
import classes from './stat-tiles.module.css';

export interface Stat {
  label: string;
  value: string;
  icon?: ReactNode;
  note?: string;
  /** A figure of lesser weight than its neighbours. */
  minor?: boolean;
  /** A sum, too long for half a phone. */
  long?: boolean;
}

/** Characters of a figure that a tile holds in its full size, alone and among four: a figure that is broken is misread. */
const BROADEST = 10;
const BROADEST_OF_FOUR = 7;

/** @param isLine the figures stand beside their icons, in one line: on a phone without words, on a desktop in a header */
export function StatTiles({ label, stats, isLine }: { label: string; stats: Stat[]; isLine?: boolean }) {
  return (
    <dl className={classes.tiles} data-line={isLine || undefined} aria-label={label}>
      {stats.map((stat) => (
        <div
          key={stat.label}
          className={classes.tile}
          data-minor={stat.minor || undefined}
          data-long={stat.long || undefined}
          data-broad={stat.value.length > BROADEST_OF_FOUR || undefined}
          data-wide={stat.value.length > BROADEST || undefined}
        >
          <dt className={classes.label}>
            {stat.icon}
            <span className={classes.words}>{stat.label}</span>
          </dt>
          <dd className={classes.value}>{stat.value}</dd>
          {stat.note && <dd className={classes.note}>{stat.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
