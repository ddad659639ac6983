import { Button } from '@mantine/core';
import { MESSAGES } from '../../../src/contracts/messages';
import type { RowDesk } from '../../hooks/use-row-desk';
import { formatRupees } from '../../lib/format';
import type { RowSubject } from '../../lib/row-subject';
import { Callout } from '../ui/callout';
import { UpgradeLink } from './upgrade-link';
import classes from './upgrade.module.css';
import { useUpgrade } from './use-upgrade';

const WORDS = MESSAGES.upgrade;

interface UpgradeBodyProps {
  subject: RowSubject;
  desk: RowDesk;
  onClose: () => void;
  onSending: (sending: boolean) => void;
}

export function UpgradeBody({ subject, desk, onClose, onSending }: UpgradeBodyProps) {
  const upgrade = useUpgrade(subject, desk, onSending);
  const { stage, problem, loading, fault, sending } = upgrade;
  return (
    <div className={classes.body}>
      <p className={classes.whose}>
        <strong>{subject.customerName}</strong>
        {subject.tokenNumber && <span className={classes.number}> · {subject.tokenNumber}</span>}
      </p>
      {problem && (
        <Callout
          tone="error"
          title={WORDS.failed}
          action={
            <Button variant="default" size="sm" loading={loading} onClick={upgrade.reload}>
              Retry
            </Button>
          }
        >
          {problem === WORDS.failed ? 'Nothing was changed.' : problem}
        </Callout>
      )}
      {!stage && loading && <div className={classes.blank} aria-hidden="true" />}
      {stage?.kind === 'none' && <Callout tone="info">{stage.words}</Callout>}
      {stage?.kind === 'open' && (
        <UpgradeLink upgrade={stage.upgrade} customerName={subject.customerName} onWindowClosed={desk.refresh} />
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
      <div className={classes.foot}>
        <Button variant="default" disabled={sending} onClick={onClose}>
          {stage?.kind === 'available' || stage?.kind === 'failed' ? 'Cancel' : 'Close'}
        </Button>
        {stage?.kind === 'available' && (
          <Button
            loading={sending}
            classNames={{ root: classes.submit, label: classes.submitLabel }}
            onClick={upgrade.create}
          >
            Create upgrade link: {formatRupees(stage.upgrade.upgradeAmount)} for {subject.customerName}
          </Button>
        )}
        {stage?.kind === 'failed' && (
          <Button
            loading={sending}
            classNames={{ root: classes.submit, label: classes.submitLabel }}
            onClick={upgrade.retry}
          >
            Retry: {formatRupees(stage.upgrade.upgradeAmount)} for {subject.customerName}
          </Button>
        )}
      </div>
    </div>
  );
}
