import classes from './product-mark.module.css';

/** The product's sign: a token with a tick. */
export function ProductMark({
  name,
  large = false,
  signOnly = false,
}: {
  name: string;
  large?: boolean;
  signOnly?: boolean;
}) {
  return (
    <span className={classes.mark} data-large={large || undefined}>
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className={classes.sign}>
        <rect width="32" height="32" rx="9" className={classes.ground} />
        <circle cx="16" cy="16" r="8.5" className={classes.ring} />
        <path d="m12.4 16.3 2.6 2.6 4.8-5.3" className={classes.tick} />
      </svg>
      {signOnly ? <span className="td-hidden">{name}</span> : name}
    </span>
  );
}
