import { useState } from 'react';
import type { AdminFilters } from '../../../src/contracts/admin';
import type { BulkAction } from '../../../src/domain/payment/bulk-actions';
import { type BulkRun, useBulkRun } from '../../hooks/use-bulk-run';
import { useSharedProps } from '../../hooks/use-shared-props';
import { chosenParams } from '../../lib/bulk-run';
import { formatCount } from '../../lib/format';
import { forgetRun, keptRun, partsOf } from '../../lib/kept-run';
import { Callout } from '../ui/callout';
import { ChoiceGroup } from '../ui/choice-group';
import { DialogBody, DialogFoot } from '../ui/dialog-parts';
import { BulkExport } from './bulk-export';
import { BulkResults } from './bulk-results';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';

const ACTIONS: readonly { value: BulkAction; label: string }[] = [
  { value: 'check', label: 'Check status with the bank' },
  { value: 'resend', label: 'Mail the payment link again' },
  { value: 'cancel', label: 'Cancel open links' },
  { value: 'export', label: 'Export as a file' },
];

const VERBS: Readonly<Record<BulkAction, string>> = {
  check: 'Check',
  resend: 'Mail',
  cancel: 'Cancel',
  export: 'Export',
};

interface BulkDialogProps {
  opened: boolean;
  onClose: () => void;
  filters: AdminFilters;
  /** Ticked payments; none: all of the filters. */
  chosen: readonly string[];
  onChanged: () => void;
}

/** Choose, see the exact number, start, and read a result for each payment. */
export default function BulkDialog({ opened, onClose, filters, chosen, onChanged }: BulkDialogProps) {
  const personId = useSharedProps().auth.user?.id ?? '';
  const run = useBulkRun(personId, onChanged);
  const [action, setAction] = useState<BulkAction | ''>('');
  const [kept, setKept] = useState(() => keptRun(personId));
  const close = () => {
    if (run.running) return;
    run.reset();
    setKept(keptRun(personId));
    setAction('');
    onClose();
  };
  const choose = (next: BulkAction) => {
    setAction(next);
    void run.count(next, [chosenParams(filters, chosen)]);
  };
  const goOn = () => {
    if (!kept) return;
    setAction(kept.action);
    void run.count(kept.action, partsOf(kept.left), kept.runId);
    setKept(null);
  };
  const forget = () => {
    forgetRun();
    setKept(null);
  };
  const { counted, counting, problem, running, results } = run;
  const title = chosen.length > 0 ? `Actions on ${chosen.length} ticked` : 'Actions on all payments of the list';
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size="42rem"
      closeOnClickOutside={!running}
      closeOnEscape={!running}
      withCloseButton={!running}
    >
      <DialogBody>
        {kept && !counted && (
          <Callout
            tone="info"
            title={`An earlier run ended with ${formatCount(kept.left.length)} left`}
            action={
              <DialogFoot>
                <Button variant="default" onClick={forget}>
                  Forget it
                </Button>
                <Button onClick={goOn}>Look at the rest</Button>
              </DialogFoot>
            }
          >
            {VERBS[kept.action]}: what was done stays done.
          </Callout>
        )}
        {results.size === 0 && !running && (
          <ChoiceGroup
            name="bulk-action"
            legend="What is to be done?"
            look="compact"
            options={ACTIONS}
            value={action}
            onChange={choose}
          />
        )}
        <div role="status">{counting && 'Counting…'}</div>
        {problem && <Callout tone="error">{problem}</Callout>}
        {counted && !counting && <Counted run={run} onClose={close} />}
        {(!counted || counting) && (
          <DialogFoot>
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </DialogFoot>
        )}
      </DialogBody>
    </Modal>
  );
}

const payments = (count: number) => (count === 1 ? '1 payment' : `${formatCount(count)} payments`);

function Counted({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const { counted, results, running } = run;
  if (!counted) return null;
  const { selection, params } = counted;
  const { action, total, limit } = selection;
  if (action === 'export') return <BulkExport selection={selection} params={params} onClose={onClose} />;
  if (limit !== null && total > limit) {
    return (
      <Callout tone="warning" title={`Exactly ${payments(total)}`}>
        At most {formatCount(limit)} are done at once. Narrow the list down by its filters, or tick rows.
      </Callout>
    );
  }
  const possible = selection.payments.filter(({ denial }) => denial === null).map(({ paymentId }) => paymentId);
  const failed = [...results].filter(([, { outcome }]) => outcome === 'failed').map(([id]) => id);
  const left = possible.filter((id) => !results.has(id));
  const isBegun = running || results.size > 0;
  return (
    <>
      {!isBegun && (
        <p>
          <strong>Exactly {payments(total)}.</strong>{' '}
          {possible.length === total
            ? 'It can be done to each of them.'
            : `It can be done to ${formatCount(possible.length)}; each of the others says why not.`}{' '}
          Payments made from now on are left out.
        </p>
      )}
      <BulkResults selection={selection} results={results} running={running} />
      <DialogFoot>
        {running ? (
          <Button variant="default" onClick={run.stop}>
            Stop
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        )}
        {!running && failed.length > 0 && (
          <Button onClick={() => void run.start(failed)}>Try {formatCount(failed.length)} again</Button>
        )}
        {!running && left.length > 0 && (
          <Button color={action === 'cancel' ? 'red' : undefined} onClick={() => void run.start(left)}>
            {`${VERBS[action]} ${action === 'check' ? payments(left.length) : links(left.length)}`}
          </Button>
        )}
      </DialogFoot>
    </>
  );
}

const links = (count: number) => (count === 1 ? '1 link' : `${formatCount(count)} links`);
