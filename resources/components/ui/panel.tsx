import { type ReactNode, useId } from 'react';
import classes from './list-panel.module.css';

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
      </div>
      {children}
    </section>
  );
}
