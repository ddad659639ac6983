import { type FormEvent, useState } from 'react';
import { API } from '../../../src/contracts/routes';
import { useAct } from '../../hooks/use-act';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import classes from './account.module.css';
import { CodeField } from './code-field';
import { SecretField } from './secret-field';

export function TotpOff({ onOff, onCancel }: { onOff: () => void; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { run, busy, problem } = useAct();
  const known = problem?.details ?? {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(API.totp('off'), { password, code }, onOff);
  };

  return (
    <form className={`${classes.form} ${classes.narrow}`} onSubmit={submit} noValidate>
      <SecretField
        wantsFocus
        label="Password"
        autoComplete="current-password"
        value={password}
        error={known.password}
        onChange={setPassword}
      />
      <CodeField value={code} error={known.code} onChange={setCode} />
      {problem && !known.password && !known.code && <Callout tone="error">{problem.message}</Callout>}
      <div className={classes.row}>
        <Button type="submit" color="red" loading={busy} disabled={!password || !code}>
          Switch off
        </Button>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
