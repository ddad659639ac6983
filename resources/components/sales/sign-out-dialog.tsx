import { useState } from 'react';
import { WAITING_MESSAGES } from '../../../src/contracts/messages-waiting';
import { WAITING_DIALOG_MESSAGES as WORDS } from '../../../src/contracts/messages-waiting-dialogs';
import { useSharedProps } from '../../hooks/use-shared-props';
import { useWaitingSales } from '../../hooks/use-waiting-sales';
import { formatRupees } from '../../lib/format';
import { isUnsent, tierNameOf, waitingSales } from '../../lib/waiting-sales';
import { Callout } from '../ui/callout';
import { DialogBody, DialogFoot } from '../ui/dialog-parts';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';

interface SignOutDialogProps {
  opened: boolean;
  onClose: () => void;
  onSignOut: () => void;
}

/** Names what would be lost, before the session ends. */
export default function SignOutDialog({ opened, onClose, onSignOut }: SignOutDialogProps) {
  const { auth } = useSharedProps();
  const unsent = useWaitingSales(auth.user?.id ?? '', true).sales.filter(isUnsent);
  const [sending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const send = async () => {
    setSending(true);
    await waitingSales.sendAll();
    setSending(false);
    if (waitingSales.unsent().length === 0) onSignOut();
    else setFailed(true);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={WORDS.signOutTitle} size="32rem">
      <DialogBody>
        <p>
          <strong>{WAITING_MESSAGES.count(unsent.length)}.</strong> {WORDS.signOut}
        </p>
        <ul>
          {unsent.map((sale) => (
            <li key={sale.key}>
              {sale.request?.customerData.name ?? sale.firstName} · {tierNameOf(sale)}
              {sale.request && ` ${formatRupees(sale.request.amount)}`}
            </li>
          ))}
        </ul>
        {hasFailed && <Callout tone="error">{WORDS.stillWaiting}</Callout>}
        <DialogFoot>
          <Button variant="default" disabled={sending} onClick={onClose}>
            Stay
          </Button>
          <Button color="red" variant="outline" disabled={sending} onClick={onSignOut}>
            Discard and sign out
          </Button>
          <Button loading={sending} onClick={() => void send()}>
            Send now, then sign out
          </Button>
        </DialogFoot>
      </DialogBody>
    </Modal>
  );
}
