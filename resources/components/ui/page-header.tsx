import { Head } from '@inertiajs/react';
import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** A few figures, in line with the title where there is room. */
  figures?: ReactNode;
  /** The screen's one primary action stands last. */
  actions?: ReactNode;
}

/** Characters of a title beside which a laptop has room for figures and the action. */
const LONGEST_BESIDE = 20;

export function PageHeader({ title, subtitle, figures, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <Head title={title} />
      <div>
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {figures && (
        <div className={classes.figures} data-below={title.length > LONGEST_BESIDE || undefined}>
          {figures}
        </div>
      )}
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
