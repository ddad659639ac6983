import classes from './figure-cards.module.css';

const WIDTH = 100;
const HEIGHT = 24;
/** Room for half of the line's width, above and below. */
const EDGE = 2;

/** A trend without numbers: the chart of the trend has them. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null;
  const low = Math.min(0, ...values);
  const height = Math.max(...values, 0) - low || 1;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    const y = HEIGHT - EDGE - ((value - low) / height) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
