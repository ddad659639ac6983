import { Head, Link, useForm, usePage } from '@inertiajs/react';
import { type FormEvent, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { CodeField } from '../../components/account/code-field';
import { Callout } from '../../components/ui/callout';
import { GuestLayout } from '../../layouts/guest-layout';
import classes from '../../components/auth/login.module.css';
import { Button } from '../../components/ui/controls';

export default function Code({ minutes }: PageProps['Auth/Code']) {
  const form = useForm({ code: '' });
  const sent = usePage().props.errors.form;
  const [problem, setProblem] = useState<string | null>(null);
  const shown = form.processing ? null : (problem ?? sent);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    form.post(ROUTES.loginCode, {
      onError: () => form.setData('code', ''),
      onNetworkError: () => {
        setProblem(MESSAGES.general.unreachable);
        return false;
      },
    });
  };

  return (
    <div className={classes.box}>
      <Head title="Enter your code" />
      <h1 className={classes.heading}>Enter your code</h1>
      <p className={classes.subtitle}>The password was right. You have {minutes} minutes for the second step.</p>
      <form method="post" action={ROUTES.loginCode} className={classes.form} onSubmit={submit} noValidate>
        <CodeField wantsFocus value={form.data.code} onChange={(text) => form.setData('code', text)} />
        <Button type="submit" size="lg" fullWidth disabled={!form.data.code || form.processing}>
          {form.processing ? 'Please wait...' : 'Continue'}
        </Button>
        {shown && <Callout tone="error">{shown}</Callout>}
      </form>
      <Link href={ROUTES.login} className={classes.link}>
        Back to the login
      </Link>
    </div>
  );
}

Code.layout = [GuestLayout];
