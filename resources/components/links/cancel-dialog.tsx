import { useState } from 'react';
import type { CancelLinkRequest } from '../../../src/contracts/links';
import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import { api } from '../../lib/api';
import { formatRupees } from '../../lib/format';
import { tierWord } from '../../lib/tier-word';
import { toast } from '../../lib/toasts';
import { BusyRowDialog, type RowDialogBody } from '../dashboard/busy-row-dialog';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { Button, TextInput } from '../ui/controls';
import { DialogFoot, DialogForm, NamingButton } from '../ui/dialog-parts';
import { LinkFaultNote } from './link-fault-note';
import { useLinkAction } from './use-link-action';

const WORDS = MESSAGES.linkCare;
const LONGEST_REASON = 200;

export default function CancelDialog(props: RowDialogProps) {
  return (
    <BusyRowDialog {...props} title="Cancel link">
      {(body) => <Body key={props.opening} {...body} />}
    </BusyRowDialog>
  );
}

function Body({ subject, desk, onClose, onSending }: RowDialogBody) {
  const { paymentId, customerName, tierCode, tierName, amount } = subject;
  const [reason, setReason] = useState('');
  const { fault, sending, run, forget } = useLinkAction(WORDS.cancelFailed, {
    onSending,
    onOpen: () => void desk.refresh(),
  });

  const cancel = () =>
    run(async () => {
      const text = reason.trim();
      const body: CancelLinkRequest = text ? { reason: text } : {};
      await api.post(API.cancelLink(paymentId), body, { fallback: WORDS.cancelFailed });
      toast('success', MESSAGES.link.cancelled(customerName));
      await desk.refresh();
      onClose();
    });

  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        void cancel();
      }}
    >
      <p>
        The {tierWord(tierCode, tierName)} link of {formatRupees(amount)} for <strong>{customerName}</strong> stops
        working at once, wherever it was shared. Nothing has been paid on it.
        {subject.status === 'initiated' &&
          ' The customer has opened the bank’s page: the bank is asked first, and the link is only cancelled if it has no money for it.'}
      </p>
      <TextInput
        label="Reason (optional)"
        name="reason"
        autoComplete="off"
        maxLength={LONGEST_REASON}
        value={reason}
        error={fault?.fields.reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          forget();
        }}
      />
      <LinkFaultNote
        fault={fault}
        failed={WORDS.cancelFailed}
        refused="The link still works."
        open="It is not known whether the link was cancelled. Cancel it once more: a link that no longer works stays as it is."
      />
      <DialogFoot>
        <Button variant="default" disabled={sending} onClick={onClose}>
          Keep link
        </Button>
        <NamingButton type="submit" color="red" loading={sending}>
          Cancel link: {formatRupees(amount)} for {customerName}
        </NamingButton>
      </DialogFoot>
    </DialogForm>
  );
}
