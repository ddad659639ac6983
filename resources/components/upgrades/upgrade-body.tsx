import { Fragment } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import { formatRupees } from '../../lib/format';
import { tierWord } from '../../lib/tier-word';
import type { RowDialogBody } from '../dashboard/busy-row-dialog';
import { LinkFaultNote } from '../links/link-fault-note';
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
      {stage && 'upgrades' in stage && (
        <p>
          {subject.customerName} pays{' '}
          {stage.upgrades.length === 1 && stage.upgrades[0]?.isDifference ? 'the difference of ' : ''}
          {stage.upgrades.map(({ toTierCode, upgradeAmount }, at) => (
            <Fragment key={toTierCode}>
              {at > 0 && ' or '}
              <strong>{formatRupees(upgradeAmount)}</strong>
            </Fragment>
          ))}{' '}
          on a payment link of its own. Once it is paid, the {tierWord(subject.tierCode, subject.tierName)} token
          becomes {stage.upgrades.map(({ toTierCode, toTierName }) => tierWord(toTierCode, toTierName)).join(' or ')}{' '}
          and gets a new number.
        </p>
      )}
      {fault?.of === 'cancelling' && (
        <LinkFaultNote
          fault={fault}
          failed={WORDS.cancelFailed}
          refused="The link still works."
          open="It is not known whether the link was cancelled. How it stands now is shown above."
        />
      )}
      {fault?.of === 'making' && (
        <Callout tone="error" title={fault.text}>
          {fault.isOpen && 'Trying again never makes a second link.'}
        </Callout>
      )}
      <DialogFoot>
        <Button variant="default" disabled={sending} onClick={onClose}>
          {stage && 'upgrades' in stage ? 'Cancel' : 'Close'}
        </Button>
        {stage &&
          'upgrades' in stage &&
          stage.upgrades.map((path) => (
            <NamingButton
              key={path.toTierCode}
              loading={sending}
              onClick={() => (stage.kind === 'failed' ? upgrade.retry : upgrade.create)(path)}
            >
              {stage.kind === 'failed' ? 'Retry' : 'Create upgrade link'}
              {stage.upgrades.length > 1 && ` to ${path.toTierName}`}: {formatRupees(path.upgradeAmount)} for{' '}
              {subject.customerName}
            </NamingButton>
          ))}
      </DialogFoot>
    </DialogBody>
  );
}
