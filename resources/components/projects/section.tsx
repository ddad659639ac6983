import { type ReactNode, useId } from 'react';
import classes from './projects.module.css';

/** A part of the page under a heading that stands at every width; a list's panel hides its own on a phone. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
