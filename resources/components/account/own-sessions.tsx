import { router } from '@inertiajs/react';
import { useState } from 'react';
import type { SessionRow } from '../../../src/contracts/accounts';
import { API } from '../../../src/contracts/routes';
import { useAct } from '../../hooks/use-act';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { Panel } from '../ui/panel';
import classes from './account.module.css';
import { SessionList } from './session-list';

export function OwnSessions({ sessions }: { sessions: SessionRow[] }) {
  const [ending, setEnding] = useState<string | null>(null);
  const { run, busy, problem } = useAct();
  const reload = () => router.reload({ only: ['sessions'] });

  const end = async (session: SessionRow) => {
    setEnding(session.id);
    await run(API.endSession(session.id), {}, reload);
    setEnding(null);
  };

  return (
    <Panel title="Where you are signed in">
      <div className={classes.body}>
        <SessionList sessions={sessions} busy={ending} onEnd={(session) => void end(session)} />
        {problem && <Callout tone="error">{problem.message}</Callout>}
        {sessions.length > 1 && (
          <div className={classes.row}>
            <Button
              variant="default"
              loading={busy && ending === null}
              onClick={() => void run(API.endOtherSessions, {}, reload)}
            >
              End all others
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
