import type { ReactNode } from 'react';
import classes from './link-box.module.css';

/** A customer's link to read out, and what can be done with it. */
export function LinkBox({ url, children }: { url: string; children: ReactNode }) {
  return (
    <div className={classes.box}>
      <a href={url} target="_blank" rel="noreferrer" className={classes.url}>
        {url.replace(/^https?:\/\//, '')}
      </a>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
