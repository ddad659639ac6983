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
  /** On cards alone, which have no column that says it. */
  notes: string[];
  /** Shown wherever the table has no room for the column that says it. */
  firstNote?: string;
}

export function CustomerCell({ paymentId, name, email, phone, notes, firstNote }: CustomerCellProps) {
  return (
    <div className={classes.customer}>
      <Link
        href={ROUTES.sale(paymentId)}
        data-row-open
        className={classes.name}
        title={name}
        onClick={() => rememberList(paymentId)}
      >
        <span className={classes.nameText}>{name}</span>
        <span className="td-hidden"> (sale)</span>
      </Link>
      <span className={classes.contact}>
        {phone && <PhoneLink phone={phone} of={name} />}
        <span className={classes.email} title={email}>
          {email}
        </span>
      </span>
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
