import type { ReactNode } from 'react';
import classes from './gallery.module.css';

interface SpecimenProps {
  /** The component, and the state that it is in. */
  title: string;
  /** The whole width, for what is as wide as a page. */
  wide?: boolean;
  children: ReactNode;
}

export function Specimen({ title, wide = false, children }: SpecimenProps) {
  return (
    <div className={classes.specimen} data-wide={wide || undefined}>
      <p className={classes.what}>{title}</p>
      <div className={wide ? undefined : classes.row}>{children}</div>
    </div>
  );
}
