import classes from './skeleton-rows.module.css';

/** As tall as the rows that it stands for. */
export function SkeletonRows({ rows }: { rows: number }) {
  return (
    <div className={classes.rows} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row}>
          <span className={classes.name} />
          <span className={classes.medal} />
          <span className={classes.word} />
          <span className={classes.badge} />
          <span className={classes.word} />
        </div>
      ))}
    </div>
  );
}
