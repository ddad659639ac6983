import classes from './text.module.css';

/** Beside a token number that is no longer valid. */
export function VoidMark() {
  return (
    <span className={classes.void} title="This token number is no longer valid">
      Void
    </span>
  );
}
