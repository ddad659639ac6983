import type { ReactNode } from 'react';
import classes from './pill.module.css';

export type PillTone = 'green' | 'amber' | 'blue' | 'red' | 'grey';

interface PillProps {
  tone: PillTone;
  icon?: ReactNode;
  /** Several words, which may take a second line where there is no room for one. */
  wraps?: boolean;
  children: ReactNode;
}

/** A state in a word: the colour only repeats it. */
export function Pill({ tone, icon, wraps = false, children }: PillProps) {
  return (
    <span className={classes.pill} data-tone={tone} data-icon={icon ? true : undefined} data-wraps={wraps || undefined}>
      {icon}
      {children}
    </span>
  );
}
