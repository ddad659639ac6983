import { useClipboardToast } from '../../hooks/use-clipboard-toast';
import classes from './text.module.css';

interface IdentifierProps {
  value: string;
  /** What it is, for the button's name: "token number". */
  what: string;
}

/** A number people read out and type elsewhere: copied by a click, never broken over two lines. */
export function Identifier({ value, what }: IdentifierProps) {
  const copy = useClipboardToast();
  return (
    <button
      type="button"
      className={classes.identifier}
      title={`Copy ${what}`}
      aria-label={`${value}, copy ${what}`}
      onClick={() => void copy(value, `${value} copied`, `Could not copy the ${what}`)}
    >
      {value}
    </button>
  );
}
