import { MESSAGES } from '../../../src/contracts/messages';
import { formatRupees } from '../../lib/format';
import type { RowDialogBody } from '../dashboard/busy-row-dialog';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { DialogBlank, DialogBody, DialogFoot, DialogSubject, NamingButton } from '../ui/dialog-parts';
import { LoadFailed } from '../ui/load-failed';
import { UpgradeLink } from './upgrade-link';
import { useUpgrade } from './use-upgrade';

const WORDS = MESSAGES.upgrade;

export function UpgradeBody({ subject, desk, onClose, onSending }: RowDialogBody) {
  const upgrade = useUpgrade(subject, desk, onSending);
  const { stage, problem, loading, fault, sending } = upgrade;
  return (
    <DialogBody>
      <DialogSubject name={subject.customerName} tokenNumber={subject.tokenNumber} tokenVoid={subject.tokenVoid} />
      {problem && (
        <LoadFailed
          title={WORDS.failed}
          problem={problem}
          truth="Nothing was changed."
          loading={loading}
          onRetry={upgrade.reload}
        />
      )}
      {!stage && loading && <DialogBlank height="low" />}
      {stage?.kind === 'none' && <Callout tone="info">{stage.words}</Callout>}
      {stage?.kind === 'open' && (
        <UpgradeLink
          upgrade={stage.upgrade}
          customerName={subject.customerName}
          onWindowClosed={desk.refresh}
          sending={sending}
          onCancel={upgrade.cancel}
        />
      )}
      {stage?.kind === 'failed' && (
        <Callout tone="warning" title="The last upgrade failed">
          {stage.last.upgradeNotes ?? WORDS.failed}
        </Callout>
      )}
      {(stage?.kind === 'available' || stage?.kind === 'failed') && (
        <p>
          {subject.customerName} pays the difference of <strong>{formatRupees(stage.upgrade.upgradeAmount)}</strong> on
          a payment link of its own. Once it is paid, the gold token becomes platinum and gets a new number.
        </p>
      )}
      {fault && (
        <Callout tone="error" title={fault}>
          No money has moved. Trying again never makes a second link.
        </Callout>
      )}
      <DialogFoot>
        <Button variant="default" disabled={sending} onClick={onClose}>
          {stage?.kind === 'available' || stage?.kind === 'failed' ? 'Cancel' : 'Close'}
        </Button>
        {stage?.kind === 'available' && (
          <NamingButton loading={sending} onClick={upgrade.create}>
            Create upgrade link: {formatRupees(stage.upgrade.upgradeAmount)} for {subject.customerName}
          </NamingButton>
        )}
        {stage?.kind === 'failed' && (
          <NamingButton loading={sending} onClick={upgrade.retry}>
            Retry: {formatRupees(stage.upgrade.upgradeAmount)} for {subject.customerName}
          </NamingButton>
        )}
      </DialogFoot>
    </DialogBody>
  );
}
