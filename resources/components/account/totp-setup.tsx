import { type FormEvent, useEffect, useState } from 'react';
import type { RecoveryCodes, TotpStart } from '../../../src/contracts/accounts';
import { API } from '../../../src/contracts/routes';
import { useAct } from '../../hooks/use-act';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { Identifier } from '../ui/identifier';
import classes from './account.module.css';
import { CodeField } from './code-field';

const PICTURE_PIXELS = 384;

interface TotpSetupProps {
  setup: TotpStart;
  onOn: (codes: string[]) => void;
  onCancel: () => void;
}

/** Drawn in the browser: the seed goes to nobody else. */
function useQrCode(uri: string): string | null {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void import('qrcode')
      .then((qrcode) => qrcode.toDataURL(uri, { width: PICTURE_PIXELS, margin: 2 }))
      .then((url) => {
        if (!isGone) setPicture(url);
      })
      // The text beside it does as well.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [uri]);
  return picture;
}

export function TotpSetup({ setup, onOn, onCancel }: TotpSetupProps) {
  const picture = useQrCode(setup.uri);
  const [code, setCode] = useState('');
  const { run, busy, problem } = useAct();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run<RecoveryCodes>(API.totp('confirm'), { code }, ({ recoveryCodes }) => onOn(recoveryCodes));
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>Scan the picture with an authenticator app, or type in the key. Then enter the code that the app shows.</p>
      <div className={classes.setup}>
        {picture ? (
          <img src={picture} alt="QR code for your authenticator app" className={classes.qr} />
        ) : (
          <div className={classes.qr} />
        )}
        <div>
          <p className={classes.soft}>Key</p>
          <p className={classes.secret}>
            <Identifier value={setup.secret} what="key" />
          </p>
        </div>
      </div>
      <div className={classes.narrow}>
        <CodeField
          wantsFocus
          description="Six digits from your authenticator app"
          value={code}
          error={problem?.details.code}
          onChange={setCode}
        />
      </div>
      {problem && !problem.details.code && <Callout tone="error">{problem.message}</Callout>}
      <div className={classes.row}>
        <Button type="submit" loading={busy} disabled={!code}>
          Switch on
        </Button>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
