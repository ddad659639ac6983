import { Link } from '@inertiajs/react';
import { Fragment } from 'react';
import classes from './breadcrumbs.module.css';
import { type Crumb } from './navigation';

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const last = crumbs.length - 1;
  return (
    <nav aria-label="Breadcrumb" data-single={last === 0 || undefined} className={classes.path}>
      <ol className={classes.crumbs}>
        {crumbs.map((crumb, index) => (
          <Fragment key={crumb.path}>
            {index > 0 && (
              <li aria-hidden="true" className={classes.divider}>
                /
              </li>
            )}
            <li>
              {index === last ? (
                <span aria-current="page">{crumb.label}</span>
              ) : (
                <Link href={crumb.path} className={classes.link}>
                  {crumb.label}
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
