import { useEffect, useState } from 'react';
import { dismissToast, type Toast, useToasts } from '../../lib/toasts';
import { CloseButton } from './button';
import classes from './toaster.module.css';

/** More wait until one of these has gone. */
const MOST_SHOWN = 5;

/** On a phone the thumb's buttons are at the bottom, on a desk the primary one is at the top: toasts cover neither. */
export function Toaster() {
  const shown = useToasts()
    .filter(({ stands }) => !stands)
    .slice(0, MOST_SHOWN);
  if (shown.length === 0) return null;
  return (
    <div className={classes.place}>
      {shown.map((toast) => (
        <Message key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

/** One at a time, in the page's flow: nothing lies under it. */
export function StandingToasts() {
  const toast = useToasts().find(({ stands }) => stands);
  return toast ? <Message key={toast.id} toast={toast} /> : null;
}

function Message({ toast }: { toast: Toast }) {
  const { tone, title, message, autoClose } = toast;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    // Nobody is hurried while reading it.
    if (autoClose === false || isHeld) return;
    const timer = setTimeout(() => dismissToast(toast), autoClose);
    return () => clearTimeout(timer);
  }, [toast, autoClose, isHeld]);
  return (
    <div
      role="alert"
      className={classes.toast}
      data-tone={tone}
      data-toast=""
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div className={classes.words}>
        {title && <p className={classes.title}>{title}</p>}
        <p>{message}</p>
      </div>
      <CloseButton
        size="xl"
        aria-label="Dismiss"
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onClick={() => dismissToast(toast)}
      />
    </div>
  );
}
