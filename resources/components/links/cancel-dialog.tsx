import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CancelLinkRequest } from '../../../src/contracts/links';
import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import { tokenLabel } from '../../../src/domain/token-catalogue';
import { api } from '../../lib/api';
import { formatRupees } from '../../lib/format';
import { toast } from '../../lib/toasts';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { Callout } from '../ui/callout';
import { LinkDialog, type LinkDialogBody } from './link-dialog';
import classes from './links.module.css';
import { useLinkAction } from './use-link-action';

const WORDS = MESSAGES.linkCare;
const LONGEST_REASON = 200;

export default function CancelDialog(props: RowDialogProps) {
  return (
    <LinkDialog {...props} title="Cancel link">
      {(body) => <Body key={props.opening} {...body} />}
    </LinkDialog>
  );
}

function Body({ subject, desk, onClose, onSending }: LinkDialogBody) {
  const { paymentId, customerName, tokenType, amount } = subject;
  const [reason, setReason] = useState('');
  const { fault, sending, run, forget } = useLinkAction(WORDS.cancelFailed, onSending);

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
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault();
        void cancel();
      }}
    >
      <p>
        The {tokenLabel(tokenType).toLowerCase()} link of {formatRupees(amount)} for <strong>{customerName}</strong>{' '}
        stops working at once, wherever it was shared. Nothing has been paid on it.
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
      {fault && (
        <Callout tone="error" title={WORDS.cancelFailed}>
          {fault.text === WORDS.cancelFailed ? 'The link still works.' : fault.text}
        </Callout>
      )}
      <div className={classes.foot}>
        <Button variant="default" disabled={sending} onClick={onClose}>
          Keep link
        </Button>
        <Button
          type="submit"
          color="red"
          loading={sending}
          classNames={{ root: classes.submit, label: classes.submitLabel }}
        >
          Cancel link: {formatRupees(amount)} for {customerName}
        </Button>
      </div>
    </form>
  );
}
