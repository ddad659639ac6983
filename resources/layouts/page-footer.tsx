import { useSharedProps } from '../hooks/use-shared-props';
import classes from './page-footer.module.css';

export function PageFooter() {
  const { app } = useSharedProps();
  return (
    <footer className={classes.footer}>
      <span>
        {app.companyName} · {app.name}
      </span>
      <span>
        Support: <a href={`tel:${app.supportPhone.replaceAll(/[^\d+]/g, '')}`}>{app.supportPhone}</a> ·{' '}
        <a href={`mailto:${app.supportEmail}`}>{app.supportEmail}</a>
      </span>
    </footer>
  );
}
