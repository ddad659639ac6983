import classes from './cells.module.css';

interface CustomerCellProps {
  name: string;
  email: string;
  /** The customer's payment page. */
  url: string;
  /** Shown here where the table has no room for the columns that say it. */
  notes: string[];
}

export function CustomerCell({ name, email, url, notes }: CustomerCellProps) {
  return (
    <div className={classes.customer}>
      <a href={url} target="_blank" rel="noreferrer" data-row-open className={classes.name}>
        {name}
        <span className="td-hidden"> (payment page, opens in a new tab)</span>
      </a>
      <span className={classes.email}>{email}</span>
      {notes.map((note) => (
        <span key={note} className={classes.note}>
          {note}
        </span>
      ))}
    </div>
  );
}
