import type { MouseEvent, ReactNode } from 'react';
import classes from './row-action.module.css';
import { Loader } from './controls';

interface RowActionProps {
  label: string;
  /** The word on a card; the beginning of the label. */
  short: string;
  /** Whose row it is: five buttons named "Copy link" are no help to the ear. */
  of: string;
  icon: ReactNode;
  busy?: boolean;
  /** Which of the row's actions it is: a card shows one of them. */
  part?: string;
  /** Makes it a link, so that the middle button and the long press work too. */
  href?: string;
  /** A link without it is followed. */
  onClick?: () => void;
}

/** An icon in a table, an icon with its word on a card. */
export function RowAction({ label, short, of, icon, busy = false, part, href, onClick }: RowActionProps) {
  const content = (
    <>
      {busy ? <Loader size={20} /> : icon}
      <span className={classes.label}>{short}</span>
    </>
  );
  const name = `${label}: ${of}`;
  if (href) {
    const open = (event: MouseEvent) => {
      if (!onClick || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onClick();
    };
    return (
      <a
        className={classes.action}
        data-part={part}
        href={href}
        target="_blank"
        rel="noreferrer"
        aria-label={name}
        title={label}
        onClick={open}
      >
        {content}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={classes.action}
      data-part={part}
      aria-label={name}
      aria-busy={busy}
      title={label}
      disabled={busy}
      onClick={onClick}
    >
      {content}
    </button>
  );
}
