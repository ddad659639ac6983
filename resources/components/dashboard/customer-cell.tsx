import { Link } from '@inertiajs/react';
import { ROUTES } from '../../../src/contracts/routes';
import { rememberList } from '../../lib/way-back';
import { PhoneLink } from '../ui/phone-link';
import classes from './cells.module.css';

interface CustomerCellProps {
  /** The name leads to this sale. */
  paymentId: string;
  name: string;
  email: string;
  phone: string | null;
  /** Shown here where the table has no room for the columns that say it. */
  notes: string[];
  /** The same, of the column that is left out first. */
  firstNote?: string;
}

export function CustomerCell({ paymentId, name, email, phone, notes, firstNote }: CustomerCellProps) {
  return (
    <div className={classes.customer}>
      <Link
        href={ROUTES.sale(paymentId)}
        data-row-open
        className={classes.name}
        onClick={() => rememberList(paymentId)}
      >
        {name}
        <span className="td-hidden"> (sale)</span>
      </Link>
      <span className={classes.email}>{email}</span>
      {phone && <PhoneLink phone={phone} of={name} />}
      {firstNote && (
        <span className={classes.note} data-first>
          {firstNote}
        </span>
      )}
      {notes.map((note) => (
        <span key={note} className={classes.note}>
          {note}
        </span>
      ))}
    </div>
  );
}
