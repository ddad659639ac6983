import classes from './text.module.css';

/** Beside a token number whose payment was refunded in full. */
export function VoidMark() {
  return (
    <span className={classes.void} title="The payment was refunded in full">
      Void
    </span>
  );
}
