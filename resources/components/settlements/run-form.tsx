import { type FormEvent, useRef, useState } from 'react';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import type { SettlementRun } from '../../../src/contracts/settlements';
import { useRequest } from '../../hooks/use-request';
import { api } from '../../lib/api';
import { Callout } from '../ui/callout';
import { Button, NativeSelect } from '../ui/controls';
import { Panel } from '../ui/panel';
import { RunProgress } from './run-progress';
import classes from './settlements.module.css';

const isComplete = (run: SettlementRun) => run.status === 'completed';

interface Props {
  day: string;
  /** A run that was started elsewhere. */
  isRunning: boolean;
  /** Merchants beside the default one: a report is of one of them. */
  merchantProfiles: readonly string[];
  /** Reads the page again; stable over renders. */
  refresh: () => Promise<unknown>;
}

/** Asks the bank for the day, or reads its report from a file. */
export function RunForm({ day, isRunning, merchantProfiles, refresh }: Props) {
  const [profile, setProfile] = useState('');
  const request = useRequest<SettlementRun>(OFFICE_MESSAGES.settlements.failed, refresh);
  const file = useRef<HTMLInputElement>(null);
  const run = () => void request.start(() => api.post<SettlementRun>(API.reconcile, { day }), isComplete);
  const upload = (event: FormEvent) => {
    event.preventDefault();
    const chosen = file.current?.files?.[0];
    if (!chosen) return;
    void request.start(
      () => api.upload<SettlementRun>(API.settlementFile(day, chosen.name, profile), chosen),
      isComplete,
    );
  };
  const faults = Object.entries(request.problem?.details ?? {});
  return (
    <Panel title="Reconcile this day">
      <p className={classes.note}>
        Every payout line is compared with our books. A payment that is open here is asked about at the bank; nothing is
        completed by a report. Repeating a run changes nothing.
      </p>
      <div className={classes.actions}>
        <Button onClick={run} loading={request.running}>
          Ask the bank
        </Button>
        <form className={classes.form} onSubmit={upload}>
          <label className={classes.file}>
            Or a report from the bank’s portal (CSV, at most 5 MiB)
            <input ref={file} type="file" accept=".csv,text/csv" required />
          </label>
          {merchantProfiles.length > 0 && (
            <NativeSelect
              name="profile"
              label="Merchant of the report"
              data={[
                { value: '', label: 'Default' },
                ...merchantProfiles.map((name) => ({ value: name, label: name })),
              ]}
              value={profile}
              onChange={(event) => setProfile(event.currentTarget.value)}
            />
          )}
          <Button type="submit" variant="default" loading={request.running}>
            Read the file
          </Button>
        </form>
      </div>
      {request.problem && (
        <div className={classes.notice}>
          <Callout tone="error" title={OFFICE_MESSAGES.settlements.failed}>
            {request.problem.message}
            {faults.length > 1 && (
              <ul className={classes.faults}>
                {faults.map(([line, text]) => (
                  <li key={line}>
                    {line}: {text}
                  </li>
                ))}
              </ul>
            )}
          </Callout>
        </div>
      )}
      <p className={classes.links}>
        <a href={API.settlementSample} download>
          Sample file with the columns
        </a>
      </p>
      {(request.running || isRunning) && <RunProgress day={day} isOwn={request.running} onEnd={refresh} />}
    </Panel>
  );
}
