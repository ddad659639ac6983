import type { ReactNode } from 'react';
import classes from './pill.module.css';

export type PillTone = 'green' | 'amber' | 'blue' | 'red' | 'grey';

interface PillProps {
  tone: PillTone;
  icon?: ReactNode;
  children: ReactNode;
}

/** A state in a word: the colour only repeats it. */
export function Pill({ tone, icon, children }: PillProps) {
  return (
    <span className={classes.pill} data-tone={tone} data-icon={icon ? true : undefined}>
      {icon}
      {children}
    </span>
  );
}
