import { Head, Link, useForm, usePage } from '@inertiajs/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { Callout } from '../../components/ui/callout';
import { Button, PasswordInput, TextInput } from '../../components/ui/controls';
import { lateDialog } from '../../components/ui/late';
import { ProductMark } from '../../components/ui/product-mark';
import { useDialog } from '../../hooks/use-dialog';
import { useFilledFields } from '../../hooks/use-filled-fields';
import { useSharedProps } from '../../hooks/use-shared-props';
import { GuestLayout } from '../../layouts/guest-layout';
import { retryAfterSeconds } from '../../lib/retry-after';
import classes from '../../components/auth/login.module.css';

const HelpModal = lateDialog(() => import('../../components/auth/help-modal'));

const FIELDS = ['email', 'password'] as const;

interface Answer {
  status: number;
  headers: Record<string, string>;
}

function refusal({ status, headers }: Answer): string {
  return status === 429 ? MESSAGES.login.throttled(retryAfterSeconds(headers['retry-after'])) : MESSAGES.login.failed;
}

/** What the server says about the form as a whole, or about either field: they are not told apart to a stranger. */
function firstError(errors: Record<string, unknown>): string | null {
  const text = errors.form ?? errors.email ?? errors.password;
  return typeof text === 'string' ? text : null;
}

export default function Login({ next }: PageProps['Auth/Login']) {
  const { app } = useSharedProps();
  const form = useForm({ email: '', password: '', next });
  const sent = firstError({ ...usePage().props.errors });
  const [problem, setProblem] = useState<string | null>(null);
  const help = useDialog();
  const element = useRef<HTMLFormElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const filled = useFilledFields(element, FIELDS);

  useEffect(() => {
    // Not where focus would raise a keyboard over half of the screen.
    // Whoever has gone to another field or button meanwhile stays there.
    const isFree = document.activeElement === document.body;
    if (isFree && window.matchMedia('(pointer: fine)').matches) email.current?.focus();
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Read from the fields: what a password manager filled in never passed through React.
    const typed = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '', next };
    const missing = !typed.email || !typed.password;
    setProblem(missing ? MESSAGES.login.missing : null);
    if (missing) return;
    form.transform(() => typed);
    form.post(ROUTES.login, {
      onError: () => password.current?.select(),
      onHttpException: (response) => {
        setProblem(refusal(response));
        return false;
      },
      onNetworkError: () => {
        setProblem(MESSAGES.general.unreachable);
        return false;
      },
    });
  };
  const shown = form.processing ? null : (problem ?? sent);

  return (
    <div className={classes.box}>
      <Head title="Login" />
      <h1 className={classes.title}>
        <ProductMark name={app.name} large />
      </h1>
      <p className={classes.subtitle}>Sign in with your work email.</p>
      {/* Named method and action: a submit before the script has loaded must not put the password in the address. */}
      <form ref={element} method="post" action={ROUTES.login} className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          ref={email}
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <PasswordInput
          ref={password}
          name="password"
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          required
          withAsterisk={false}
        />
        {next && <input type="hidden" name="next" value={next} />}
        <Button type="submit" size="lg" fullWidth disabled={!filled || form.processing}>
          {form.processing ? 'Please wait...' : 'Login'}
        </Button>
        {shown && <Callout tone="error">{shown}</Callout>}
      </form>
      <Link href={ROUTES.forgot} className={classes.link}>
        Forgot password?
      </Link>
      <Button variant="subtle" className={classes.help} onClick={help.open}>
        Need help?
      </Button>
      {help.wanted && <HelpModal opened={help.opened} onClose={help.close} />}
    </div>
  );
}

Login.layout = [GuestLayout];
