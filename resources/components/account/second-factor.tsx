import { router } from '@inertiajs/react';
import { useState } from 'react';
import type { RecoveryCodes as Codes, TotpStart } from '../../../src/contracts/accounts';
import type { PageProps } from '../../../src/contracts/pages';
import { API } from '../../../src/contracts/routes';
import { useAct } from '../../hooks/use-act';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { Panel } from '../ui/panel';
import classes from './account.module.css';
import { RecoveryCodes } from './recovery-codes';
import { TotpOff } from './totp-off';
import { TotpSetup } from './totp-setup';

type View = { name: 'rest' | 'off' } | { name: 'setup'; setup: TotpStart } | { name: 'codes'; codes: string[] };

const REST: View = { name: 'rest' };
const FEW_CODES = 3;

export function SecondFactor({ state }: { state: PageProps['Account/Index']['secondFactor'] }) {
  const [view, setView] = useState<View>(REST);
  const { run, busy, problem } = useAct();
  const toRest = () => {
    setView(REST);
    router.reload();
  };
  const showCodes = (codes: string[]) => {
    setView({ name: 'codes', codes });
    router.reload();
  };

  return (
    <Panel title="Second factor">
      <div className={classes.body}>
        {view.name === 'setup' && <TotpSetup setup={view.setup} onOn={showCodes} onCancel={() => setView(REST)} />}
        {view.name === 'codes' && <RecoveryCodes codes={view.codes} onDone={toRest} />}
        {view.name === 'off' && <TotpOff onOff={toRest} onCancel={() => setView(REST)} />}
        {view.name === 'rest' && (
          <>
            <p>{wordsFor(state)}</p>
            {state.isOn && state.codesLeft <= FEW_CODES && (
              <Callout tone="warning">Make new recovery codes before the last one is used.</Callout>
            )}
            {problem && <Callout tone="error">{problem.message}</Callout>}
            <div className={classes.row}>
              {state.isOn ? (
                <>
                  <Button
                    variant="default"
                    loading={busy}
                    onClick={() =>
                      void run<Codes>(API.totp('recovery-codes'), {}, ({ recoveryCodes }) => showCodes(recoveryCodes))
                    }
                  >
                    New recovery codes
                  </Button>
                  {!state.isRequired && (
                    <Button variant="default" disabled={busy} onClick={() => setView({ name: 'off' })}>
                      Switch off
                    </Button>
                  )}
                </>
              ) : (
                <Button
                  loading={busy}
                  onClick={() =>
                    void run<TotpStart>(API.totp('start'), {}, (setup) => setView({ name: 'setup', setup }))
                  }
                >
                  Set up
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}

function wordsFor({ isOn, isRequired, codesLeft }: PageProps['Account/Index']['secondFactor']): string {
  if (!isOn) {
    return 'Off. With it, signing in needs a code from an app on your telephone besides the password.';
  }
  const left = codesLeft === 1 ? '1 recovery code is left' : `${codesLeft} recovery codes are left`;
  return `On. ${left}.${isRequired ? ' Admins need it here.' : ''}`;
}
