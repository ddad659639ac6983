import classes from './payment-history.module.css';

/** Of the size of what comes: four cards and one payment. */
export function HistorySkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      <div className={classes.cards}>
        {Array.from({ length: 4 }, (_, index) => (
          <span key={index} className={classes.blankCard} />
        ))}
      </div>
      <span className={classes.blankRow} />
    </div>
  );
}
