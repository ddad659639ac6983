import { router } from '@inertiajs/react';
import { type FormEvent, useState } from 'react';
import type { PasswordChanged } from '../../../src/contracts/accounts';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import { useAct } from '../../hooks/use-act';
import { useSharedProps } from '../../hooks/use-shared-props';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { Panel } from '../ui/panel';
import classes from './account.module.css';
import { PasswordRules } from './password-rules';
import { SecretField } from './secret-field';

const EMPTY = { present: '', next: '', repeat: '' };

export function ChangePassword({ minLength }: { minLength: number }) {
  const { user } = useSharedProps().auth;
  const [typed, setTyped] = useState(EMPTY);
  const [differ, setDiffer] = useState(false);
  const { run, busy, problem } = useAct();
  const set = (name: keyof typeof EMPTY) => (text: string) => setTyped((all) => ({ ...all, [name]: text }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isSame = typed.next === typed.repeat;
    setDiffer(!isSame);
    if (!isSame) return;
    const body = { currentPassword: typed.present, newPassword: typed.next };
    void run<PasswordChanged>(API.accountPassword, body, () => {
      setTyped(EMPTY);
      router.reload();
    });
  };
  const known = problem?.details ?? {};
  const isFieldless = problem && !known.currentPassword && !known.newPassword;

  return (
    <Panel title="Password">
      <form className={`${classes.body} ${classes.narrow}`} onSubmit={submit} noValidate>
        {/* For password managers: whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        <SecretField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          value={typed.present}
          error={known.currentPassword}
          onChange={set('present')}
        />
        <SecretField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          value={typed.next}
          error={known.newPassword}
          onChange={set('next')}
        />
        <PasswordRules minLength={minLength} />
        <SecretField
          label="New password again"
          name="repeat"
          autoComplete="new-password"
          value={typed.repeat}
          error={differ ? OFFICE_MESSAGES.account.passwordsDiffer : undefined}
          onChange={set('repeat')}
        />
        {isFieldless && <Callout tone="error">{problem.message}</Callout>}
        <div className={classes.row}>
          <Button type="submit" loading={busy} disabled={!typed.present || !typed.next || !typed.repeat}>
            Change password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
