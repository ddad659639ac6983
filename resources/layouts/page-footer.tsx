import { Link } from '@inertiajs/react';
import { useSharedProps } from '../hooks/use-shared-props';
import { telHref } from '../lib/format';
import { TEST_PAGES } from './navigation';
import classes from './page-footer.module.css';

export function PageFooter() {
  const { auth, app } = useSharedProps();
  // Whoever is signed in finds them in the menu.
  const testPages = app.testPages && !auth.user ? TEST_PAGES : [];
  return (
    <footer className={classes.footer}>
      <span>
        {app.companyName} · {app.name}
      </span>
      <span>
        Support: <a href={telHref(app.supportPhone)}>{app.supportPhone}</a> ·{' '}
        <a href={`mailto:${app.supportEmail}`}>{app.supportEmail}</a>
      </span>
      {testPages.length > 0 && (
        <nav aria-label="Test pages" className={classes.tests}>
          {testPages.map(({ label, path }) => (
            <Link key={path} href={path}>
              {label}
            </Link>
          ))}
        </nav>
      )}
    </footer>
  );
}
