import { Head, useForm } from '@inertiajs/react';
import { type FormEvent, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { PasswordRules } from '../../components/account/password-rules';
import { SecretField } from '../../components/account/secret-field';
import { Callout } from '../../components/ui/callout';
import { GuestLayout } from '../../layouts/guest-layout';
import { retryAfterSeconds } from '../../lib/retry-after';
import classes from '../../components/auth/login.module.css';
import { Button } from '../../components/ui/controls';

/** Behind an invitation, and behind a link for a new password. */
export default function SetPassword({ purpose, name, email, minLength, link }: PageProps['Auth/SetPassword']) {
  const form = useForm({ password: '', repeat: '', link });
  const [problem, setProblem] = useState<string | null>(null);
  const title = purpose === 'invitation' ? `Welcome, ${name}` : 'Choose a new password';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    form.post(ROUTES[purpose], {
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

  // The page has the props of the link that was opened last, whose account this form is not of.
  if (form.errors.link) {
    return (
      <div className={classes.box}>
        <Head title="Choose a password" />
        <div className={classes.form}>
          <h1 className={classes.heading}>Choose a password</h1>
          <Callout tone="error">{form.errors.link}</Callout>
        </div>
      </div>
    );
  }

  return (
    <div className={classes.box}>
      <Head title={purpose === 'invitation' ? 'Welcome' : title} />
      <h1 className={classes.heading}>{title}</h1>
      <p className={classes.subtitle}>
        For the account <strong>{email}</strong>.
      </p>
      <form method="post" action={ROUTES[purpose]} className={classes.form} onSubmit={submit} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <input type="hidden" name="link" value={form.data.link} readOnly />
        <SecretField
          label="New password"
          autoComplete="new-password"
          value={form.data.password}
          error={form.errors.password}
          onChange={(text) => form.setData('password', text)}
        />
        <PasswordRules minLength={minLength} />
        <SecretField
          label="New password again"
          name="repeat"
          autoComplete="new-password"
          value={form.data.repeat}
          error={form.errors.repeat}
          onChange={(text) => form.setData('repeat', text)}
        />
        <Button
          type="submit"
          size="lg"
          fullWidth
          disabled={!form.data.password || !form.data.repeat || form.processing}
        >
          {form.processing ? 'Please wait...' : 'Set password'}
        </Button>
        {problem && <Callout tone="error">{problem}</Callout>}
      </form>
    </div>
  );
}

SetPassword.layout = [GuestLayout];
