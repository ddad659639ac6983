import { useState } from 'react';
import type { AuditChain } from '../../../src/contracts/audit';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import { api, errorText } from '../../lib/api';
import { formatCount, formatDateTime } from '../../lib/format';
import { toast } from '../../lib/toasts';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import classes from './audit.module.css';

/** Whether the log is whole, as far as it was looked at. */
export function ChainPanel({ chain, onChecked }: { chain: AuditChain; onChecked: () => void }) {
  const [checking, setChecking] = useState(false);
  const verify = async () => {
    setChecking(true);
    try {
      const { data } = await api.post<AuditChain>(
        API.auditVerify,
        {},
        { fallback: OFFICE_MESSAGES.audit.verifyFailed },
      );
      if (!data.fault) toast('success', 'The chain is whole.');
      onChecked();
    } catch (error) {
      toast('error', errorText(error, OFFICE_MESSAGES.audit.verifyFailed));
    } finally {
      setChecking(false);
    }
  };
  return (
    <div className={classes.chain}>
      <Callout
        tone={chain.fault ? 'error' : 'info'}
        title={chain.fault ? 'The audit log was tampered with' : sealedWords(chain)}
        action={
          <Button variant="default" loading={checking} onClick={() => void verify()}>
            Verify now
          </Button>
        }
      >
        {chain.fault && <p>{chain.fault}</p>}
        <p>{checkedWords(chain)}</p>
        {chain.sealedTo > 0 && <p className={classes.hash}>{chain.lastHash}</p>}
      </Callout>
    </div>
  );
}

function sealedWords({ sealedTo, unsealed }: AuditChain): string {
  const waiting = unsealed === 0 ? '' : `, ${formatCount(unsealed)} to be sealed in a moment`;
  return sealedTo === 0 ? `Nothing is sealed yet${waiting}` : `Sealed up to #${formatCount(sealedTo)}${waiting}`;
}

function checkedWords({ checkedAt, checkedFrom, checkedTo, fault }: AuditChain): string {
  if (!checkedAt) return 'It was not checked here yet. The command “tokendesk audit verify” checks all of it.';
  const range = `#${formatCount(checkedFrom ?? 1)} to #${formatCount(checkedTo ?? 0)}`;
  return `Last check ${formatDateTime(checkedAt)}, ${range}${fault ? '' : ': whole'}.`;
}
