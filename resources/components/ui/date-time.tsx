import { formatDate, formatTime } from '../../lib/format';
import classes from './text.module.css';

export function DateTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className={classes.dateTime}>
      <span>{formatDate(iso)}</span> <span className={classes.soft}>{formatTime(iso)}</span>
    </time>
  );
}
