import type { ReactNode } from 'react';
import { AlertIcon, CheckCircleIcon, InfoIcon } from './icons';
import classes from './callout.module.css';

type Tone = 'info' | 'warning' | 'error' | 'success';

const ICONS: Readonly<Record<Tone, ReactNode>> = {
  info: <InfoIcon />,
  warning: <AlertIcon />,
  error: <AlertIcon />,
  success: <CheckCircleIcon />,
};

interface CalloutProps {
  tone: Tone;
  title?: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Stands where the thing happened. Faults are spoken at once, the rest when there is a pause. */
export function Callout({ tone, title, children, action }: CalloutProps) {
  return (
    <div className={classes.callout} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <span className={classes.icon}>{ICONS[tone]}</span>
      <div className={classes.words}>
        {title && <p className={classes.title}>{title}</p>}
        <div>{children}</div>
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
