import { Head, Link } from '@inertiajs/react';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { useSharedProps } from '../../hooks/use-shared-props';
import { GuestLayout } from '../../layouts/guest-layout';
import classes from '../../components/auth/login.module.css';

export default function LinkUnusable({ purpose }: PageProps['Auth/LinkUnusable']) {
  const { app } = useSharedProps();
  const isInvitation = purpose === 'invitation';
  return (
    <div className={classes.box}>
      <Head title={OFFICE_MESSAGES.account.linkInvalid} />
      <h1 className={classes.heading}>{OFFICE_MESSAGES.account.linkInvalid}</h1>
      <p className={classes.subtitle}>It was used already, it is too old, or a newer one has taken its place.</p>
      <p className={classes.subtitle}>
        {isInvitation
          ? 'If you have chosen a password, sign in with it. Otherwise please ask your admin to send the invitation again.'
          : 'If you have chosen a new password, sign in with it. Otherwise ask for another link.'}
      </p>
      {!isInvitation && (
        <Link href={ROUTES.forgot} className={classes.link}>
          Ask for another link
        </Link>
      )}
      <Link href={ROUTES.login} className={classes.link}>
        Go to the login
      </Link>
      <a href={`mailto:${app.supportEmail}`} className={classes.link}>
        {app.supportEmail}
      </a>
    </div>
  );
}

LinkUnusable.layout = [GuestLayout];
