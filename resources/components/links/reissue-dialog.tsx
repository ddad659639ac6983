import { useState } from 'react';
import type { ReissueLinkRequest } from '../../../src/contracts/links';
import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import { api } from '../../lib/api';
import { formatRupees } from '../../lib/format';
import type { LifetimeChoice as Choice } from '../../lib/lifetimes';
import { toast } from '../../lib/toasts';
import { BusyRowDialog, type RowDialogBody } from '../dashboard/busy-row-dialog';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { Button } from '../ui/controls';
import { DialogBody, DialogFoot } from '../ui/dialog-parts';
import { LifetimeChoice } from './lifetime-choice';
import { LinkFaultNote } from './link-fault-note';
import { useLinkAction } from './use-link-action';

const WORDS = MESSAGES.linkCare;

interface Reissued {
  /** Set when the bank could not make its page yet: the link works all the same. */
  warning?: string | null;
}

export default function ReissueDialog(props: RowDialogProps) {
  return (
    <BusyRowDialog {...props} title="Reissue link">
      {(body) => <Body key={props.opening} {...body} />}
    </BusyRowDialog>
  );
}

function Body({ subject, desk, onClose, onSending }: RowDialogBody) {
  const { paymentId, customerName, amount } = subject;
  const [expiry, setExpiry] = useState<Choice>('');
  const { fault, sending, run } = useLinkAction(WORDS.reissueFailed, { onSending, onOpen: () => void desk.refresh() });

  const reissue = () =>
    run(async () => {
      const body: ReissueLinkRequest = expiry ? { expiry } : {};
      const { data } = await api.post<Reissued>(API.reissueLink(paymentId), body, { fallback: WORDS.reissueFailed });
      toast('success', WORDS.reissued(customerName));
      if (data.warning) toast('info', data.warning);
      await desk.refresh();
      onClose();
    });

  return (
    <DialogBody>
      <p>
        <strong>{customerName}</strong> can pay {formatRupees(amount)} on the same address again. What was shared or
        printed before keeps working.
      </p>
      <LifetimeChoice value={expiry} usualHours={null} onChange={setExpiry} />
      <LinkFaultNote
        fault={fault}
        failed={WORDS.reissueFailed}
        refused="Nothing was changed."
        open="It is not known whether the link was renewed. Reissue it once more: a link that works already stays as it is."
      />
      <DialogFoot>
        <Button variant="default" disabled={sending} onClick={onClose}>
          Close
        </Button>
        <Button data-autofocus loading={sending} onClick={() => void reissue()}>
          Reissue link
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}
