import { useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { DuplicateCharge, RefundData, RefundList } from '../../../src/contracts/refunds';
import { formatRupees } from '../../lib/format';
import type { RowSubject } from '../../lib/row-subject';
import { toast } from '../../lib/toasts';
import type { RowDialogBody } from '../dashboard/busy-row-dialog';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { DialogBlank, DialogBody, DialogFoot, DialogSubject } from '../ui/dialog-parts';
import { LoadFailed } from '../ui/load-failed';
import { DuplicateCharges } from './duplicate-charges';
import { EarlierRefunds } from './earlier-refunds';
import { RefundForm } from './refund-form';
import { BUSINESS_DAYS, RefundOutcome } from './refund-outcome';
import { useRefundList } from './use-refund-list';

const WORDS = MESSAGES.refund;
/** Longer than other toasts: it is what the customer will ask. */
const NOTICE_MS = 10_000;

export function RefundBody({ subject, desk, onClose, onSending }: RowDialogBody) {
  const { data, problem, loading, reload } = useRefundList(subject.paymentId, () => void desk.refresh());
  const [charge, setCharge] = useState<DuplicateCharge | null>(null);
  const [held, setHeld] = useState(false);
  const [unsure, setUnsure] = useState<RefundData | null>(null);
  const outcome = data?.refunds.find(({ refundId }) => refundId === unsure?.refundId);

  const accepted = (refund: RefundData, amount: number) => {
    void desk.refresh();
    if (refund.status === 'requested' || refund.status === 'unknown') {
      setUnsure(refund);
      reload();
      return;
    }
    toast('success', WORDS.processed);
    const notice = `${formatRupees(amount)} reaches ${subject.customerName} in ${BUSINESS_DAYS}.`;
    toast('info', notice, { autoClose: NOTICE_MS });
    onClose();
  };
  const refused = () => {
    reload();
    void desk.permission.reload();
    void desk.refresh();
  };

  return (
    <DialogBody>
      <DialogSubject name={subject.customerName} tokenNumber={subject.tokenNumber} tokenVoid={subject.tokenVoid}>
        {charge ? ` · duplicate charge of ${formatRupees(charge.amount)}` : ` · paid ${formatRupees(subject.amount)}`}
      </DialogSubject>
      {problem && (
        <LoadFailed
          title={WORDS.loadFailed}
          problem={problem}
          truth="Nothing was refunded."
          loading={loading}
          onRetry={reload}
        />
      )}
      {!data && loading && <DialogBlank height="middle" />}
      {unsure && <RefundOutcome customerName={subject.customerName} refund={outcome} />}
      {!charge && !unsure && data?.isEnabled && <DuplicateWarning charges={data.duplicateCharges} />}
      {data && !unsure && (
        <Form
          key={charge?.id ?? 'payment'}
          data={data}
          charge={charge && (data.duplicateCharges.find(({ id }) => id === charge.id) ?? charge)}
          subject={subject}
          onCancel={onClose}
          onSending={onSending}
          onHeld={setHeld}
          onAccepted={accepted}
          onRefused={refused}
        />
      )}
      {(unsure || !data) && (
        <DialogFoot>
          <CloseButton onClose={onClose} />
        </DialogFoot>
      )}
      {data && data.duplicateCharges.length > 0 && !unsure && (
        <DuplicateCharges
          charges={data.duplicateCharges}
          chosen={charge}
          isEnabled={data.isEnabled}
          isHeld={held}
          onChoose={setCharge}
        />
      )}
      {data && data.refunds.length > 0 && <EarlierRefunds refunds={data.refunds} />}
    </DialogBody>
  );
}

/** The form asks about the payment first: whoever came because of a second charge must not give back the token's money. */
function DuplicateWarning({ charges }: { charges: DuplicateCharge[] }) {
  if (!charges.some(({ notRefundable }) => notRefundable === null)) return null;
  return (
    <Callout tone="warning" title="The bank took money more than once">
      To give back the extra charge and keep the token, use its own button below.
    </Callout>
  );
}

/** All that is left to press takes the focus: what had it may be gone with the form. */
function CloseButton({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="default" onClick={onClose}>
      Close
    </Button>
  );
}

interface FormProps {
  data: RefundList;
  charge: DuplicateCharge | null;
  subject: RowSubject;
  onCancel: () => void;
  onSending: (sending: boolean) => void;
  onHeld: (held: boolean) => void;
  onAccepted: (refund: RefundData, amount: number) => void;
  onRefused: () => void;
}

function Form({ data, charge, ...rest }: FormProps) {
  const reason = data.isEnabled ? (charge ?? data).notRefundable : WORDS.disabled;
  const most = (charge ?? data).refundableAmount;
  if (reason === null && most > 0) return <RefundForm most={most} charge={charge} {...rest} />;
  return (
    <>
      <Callout tone="info">{reason ?? WORDS.nothingLeft}</Callout>
      <DialogFoot>
        <CloseButton onClose={rest.onCancel} />
      </DialogFoot>
    </>
  );
}
