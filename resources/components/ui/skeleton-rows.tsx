import classes from './skeleton-rows.module.css';

/** As tall as the rows that it stands for. */
export function SkeletonRows({ rows, dense = false }: { rows: number; dense?: boolean }) {
  return (
    <div className={classes.rows} data-dense={dense || undefined} aria-hidden="true">
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
