import classes from './meter.module.css';

interface MeterProps {
  value: number;
  max: number;
  size: 'sm' | 'lg';
}

/** A share as a bar. The figures beside it say the same, so it is not spoken. */
export function Meter({ value, max, size }: MeterProps) {
  return <progress className={classes.meter} data-size={size} max={max || 1} value={value} aria-hidden="true" />;
}
