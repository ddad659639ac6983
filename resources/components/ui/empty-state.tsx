import type { ReactNode } from 'react';
import classes from './state.module.css';

export interface EmptyStateProps {
  title: string;
  hint: string;
  action?: ReactNode;
}

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <svg viewBox="0 0 64 48" aria-hidden="true" focusable="false" className={classes.picture}>
        <rect x="4" y="6" width="56" height="10" rx="3" />
        <rect x="4" y="20" width="56" height="10" rx="3" className={classes.fainter} />
        <rect x="4" y="34" width="56" height="10" rx="3" className={classes.faintest} />
      </svg>
      <p className={classes.title}>{title}</p>
      <p className={classes.hint}>{hint}</p>
      {action}
    </div>
  );
}
