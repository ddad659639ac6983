import { deskSales } from '../../lib/desk-sales';
import classes from './open-sales.module.css';

/** Keeps the room of the strip of earlier customers until they are read: whoever taps meanwhile taps what they see. */
export function OpenSalesPlace({ currentId = null }: { currentId?: string | null }) {
  if (deskSales().every((id) => id === currentId)) return null;
  return (
    <div className={classes.strip} aria-hidden="true">
      <div className={classes.list}>
        <div className={classes.sale} data-look="unread">
          <span className={classes.link}>
            <strong className={classes.name}>&nbsp;</strong>
            <span className={classes.words}>&nbsp;</span>
          </span>
        </div>
      </div>
    </div>
  );
}
