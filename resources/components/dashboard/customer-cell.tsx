import type { MouseEvent } from 'react';
import { PhoneLink } from '../ui/phone-link';
import classes from './cells.module.css';

interface CustomerCellProps {
  name: string;
  email: string;
  phone: string | null;
  /** The customer's payment page. */
  url: string;
  /** Opens something over the list instead; the address then leads there. */
  onOpen?: () => void;
  /** Shown here where the table has no room for the columns that say it. */
  notes: string[];
  /** The same, of the column that is left out first. */
  firstNote?: string;
}

export function CustomerCell({ name, email, phone, url, onOpen, notes, firstNote }: CustomerCellProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen?.();
  };
  return (
    <div className={classes.customer}>
      {onOpen ? (
        <a href={url} data-row-open className={classes.name} onClick={open}>
          {name}
          <span className="td-hidden"> (payment details)</span>
        </a>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" data-row-open className={classes.name}>
          {name}
          <span className="td-hidden"> (payment page, opens in a new tab)</span>
        </a>
      )}
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
