import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { DuplicateCharge, RefundData } from '../../../src/contracts/refunds';
import { parseRupees } from '../../../src/domain/money/money';
import { formatRupees, typedRupees } from '../../lib/format';
import { refundAmountFault } from '../../lib/refund-amount';
import type { RowSubject } from '../../lib/row-subject';
import { Callout } from '../ui/callout';
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

/** With what stays with us once this refund is made; not while nobody knows whether it was made already. */
function hintOf(paise: number | null, most: number, isOpen: boolean): string {
  if (isOpen) return `Maximum ${formatRupees(most)}.`;
  const rest = Math.round(most * 100) - (paise ?? 0);
  const left = rest >= 0 ? ` ${formatRupees(rest / 100)} stays refundable after this refund.` : '';
  return `Maximum ${formatRupees(most)}.${left}`;
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
  const wrong = {
    amount: refundAmountFault(typed, most),
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
        description={hintOf(paise, most, fault?.isOpen === true)}
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

/** Scrolling with the pointer over a number must not change how much money goes back. */
function useWheelGuard(field: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const input = field.current;
    const leave = () => input?.blur();
    input?.addEventListener('wheel', leave, { passive: true });
    return () => input?.removeEventListener('wheel', leave);
  }, [field]);
}
