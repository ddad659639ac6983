import { Head, Link, useForm } from '@inertiajs/react';
import { type FormEvent, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { Callout } from '../../components/ui/callout';
import { GuestLayout } from '../../layouts/guest-layout';
import { retryAfterSeconds } from '../../lib/retry-after';
import classes from '../../components/auth/login.module.css';
import { Button, TextInput } from '../../components/ui/controls';

export default function Forgot({ isSent }: PageProps['Auth/Forgot']) {
  const form = useForm({ email: '' });
  const [problem, setProblem] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    form.post(ROUTES.forgot, {
      onHttpException: ({ status, headers }) => {
        const wait = retryAfterSeconds(headers['retry-after']);
        setProblem(status === 429 ? MESSAGES.general.throttled(wait) : MESSAGES.login.failed);
        return false;
      },
      onNetworkError: () => {
        setProblem(MESSAGES.general.unreachable);
        return false;
      },
    });
  };

  return (
    <div className={classes.box}>
      <Head title="Forgot password" />
      <h1 className={classes.heading}>Forgot password</h1>
      {isSent ? (
        <>
          <p className={classes.subtitle} role="status">
            {OFFICE_MESSAGES.account.forgotSent}
          </p>
          <p className={classes.subtitle}>
            The link in it works once, for 30 minutes. Nothing there? Look into the spam folder, or ask an admin.
          </p>
        </>
      ) : (
        <>
          <p className={classes.subtitle}>Enter your work email. You get a link to choose a new password.</p>
          <form method="post" action={ROUTES.forgot} className={classes.form} onSubmit={submit} noValidate>
            <TextInput
              name="email"
              type="email"
              label="Email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              withAsterisk={false}
              value={form.data.email}
              onChange={(event) => form.setData('email', event.currentTarget.value)}
            />
            <Button type="submit" size="lg" fullWidth disabled={!form.data.email.trim() || form.processing}>
              {form.processing ? 'Please wait...' : 'Send the link'}
            </Button>
            {problem && <Callout tone="error">{problem}</Callout>}
          </form>
        </>
      )}
      <Link href={ROUTES.login} className={classes.link}>
        Back to the login
      </Link>
    </div>
  );
}

Forgot.layout = [GuestLayout];
