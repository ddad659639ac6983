import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { DuplicateCharge, RefundData } from '../../../src/contracts/refunds';
import { refundAmountWords, refundHint } from '../../../src/contracts/refund-words';
import { parseRupees } from '../../../src/domain/money/money';
import { typedRefundFault } from '../../../src/domain/refund/refund-amount';
import { formatRupees, typedRupees } from '../../lib/format';
import type { RowSubject } from '../../lib/row-subject';
import { Callout } from '../ui/callout';
import { Button, Textarea, TextInput } from '../ui/controls';
import { DialogFoot, DialogForm, NamingButton } from '../ui/dialog-parts';
import { useRefundRequest } from './use-refund-request';

const STEP = 0.01;

interface RefundFormProps {
  subject: RowSubject;
  charge: DuplicateCharge | null;
  /** Rupees. */
  most: number;
  onCancel: () => void;
  onSending: (sending: boolean) => void;
  /** While its request is under way, or nobody knows what became of it: it must stay to be sent again. */
  onHeld: (held: boolean) => void;
  onAccepted: (refund: RefundData, amount: number) => void;
  onRefused: () => void;
}

export function RefundForm(props: RefundFormProps) {
  const { subject, charge, most, onCancel, onSending, onHeld, onAccepted, onRefused } = props;
  const [typed, setTyped] = useState(typedRupees(most));
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const { fault, sending, send, forget } = useRefundRequest(subject.paymentId, onSending);
  const amountField = useRef<HTMLInputElement>(null);
  const reasonField = useRef<HTMLTextAreaElement>(null);

  const paise = parseRupees(typed);
  const rest = Math.round(most * 100);
  const wrong = {
    amount: faultOf(typed, rest),
    reason: reason.trim() ? undefined : MESSAGES.form.required('Refund reason'),
  };
  const frozen = sending || fault?.isOpen === true;
  const action = fault?.isOpen ? 'Try again' : 'Process Refund';
  const sum = paise !== null && paise > 0 ? `: ${formatRupees(paise / 100)} to ${subject.customerName}` : '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    // What was sent before is sent again as it is, whatever has become of the maximum.
    if (!fault?.isOpen && (wrong.amount || wrong.reason)) {
      (wrong.amount ? amountField : reasonField).current?.focus();
      return;
    }
    const amount = paise ?? 0;
    const refund = await send({ amount, reason: reason.trim(), duplicateChargeId: charge?.id });
    if (refund) onAccepted(refund, amount / 100);
    else onRefused();
  };

  useEffect(() => {
    onHeld(frozen);
    return () => onHeld(false);
  }, [frozen, onHeld]);
  // Whatever was pressed to get here has made room for the form.
  useEffect(() => amountField.current?.focus(), []);
  useWheelGuard(amountField);

  return (
    <DialogForm onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={amountField}
        type="number"
        inputMode="decimal"
        name="refundAmount"
        label="Refund Amount"
        // Nobody knows what stays while it is not known whether the refund was made.
        description={fault?.isOpen ? `Maximum ${formatRupees(most)}.` : refundHint(paise, rest)}
        leftSection="₹"
        min={0}
        max={most}
        step={STEP}
        required
        withAsterisk={false}
        readOnly={frozen}
        value={typed}
        error={fault?.fields.amount ?? (checked ? wrong.amount : undefined)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          forget();
        }}
      />
      <Textarea
        ref={reasonField}
        name="refundReason"
        label="Refund Reason"
        placeholder="Enter reason for refund"
        rows={3}
        maxLength={500}
        required
        withAsterisk={false}
        readOnly={frozen}
        value={reason}
        error={fault?.fields.reason ?? (checked ? wrong.reason : undefined)}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          forget();
        }}
      />
      {fault && (
        <Callout tone={fault.isOpen ? 'warning' : 'error'} title={fault.text}>
          {fault.truth}
        </Callout>
      )}
      <DialogFoot>
        <Button variant="default" disabled={sending} onClick={onCancel}>
          Cancel
        </Button>
        <NamingButton type="submit" loading={sending}>
          {action}
          {sum}
        </NamingButton>
      </DialogFoot>
    </DialogForm>
  );
}

/** @param rest paise */
function faultOf(typed: string, rest: number): string | undefined {
  if (!typed) return MESSAGES.form.required('Refund amount');
  const fault = typedRefundFault(typed, rest);
  return fault ? refundAmountWords(fault, rest) : undefined;
}

/** Scrolling with the pointer over a number must not change how much money goes back. */
function useWheelGuard(field: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const input = field.current;
    const leave = () => input?.blur();
    input?.addEventListener('wheel', leave, { passive: true });
    return () => input?.removeEventListener('wheel', leave);
  }, [field]);
}
