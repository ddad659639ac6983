import { useEffect, useId, useRef } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import { Button } from './controls';
import classes from './missing-dialog.module.css';

const WORDS = MESSAGES.missingPart;

interface MissingDialogProps {
  opened: boolean;
  onClose: () => void;
  onRetry: () => void;
}

/** Takes the place of a dialog whose code could not be had. The browser's own: the library's may be what is missing. */
export function MissingDialog({ opened, onClose, onRetry }: MissingDialogProps) {
  const wasClosed = useRef(false);
  useEffect(() => {
    if (opened && wasClosed.current) onRetry();
    wasClosed.current = !opened;
  }, [opened, onRetry]);
  return opened ? <Shown onClose={onClose} onRetry={onRetry} /> : null;
}

function Shown({ onClose, onRetry }: Omit<MissingDialogProps, 'opened'>) {
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Gives the focus back.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={title}
      aria-modal="true"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={title} className={classes.title}>
        {WORDS.title}
      </h2>
      <p>{WORDS.dialog}</p>
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </dialog>
  );
}
