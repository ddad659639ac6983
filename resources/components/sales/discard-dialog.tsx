import { useState } from 'react';
import { WAITING_MESSAGES } from '../../../src/contracts/messages-waiting';
import { WAITING_DIALOG_MESSAGES as WORDS } from '../../../src/contracts/messages-waiting-dialogs';
import { formatRupees } from '../../lib/format';
import { tierWord } from '../../lib/tier-word';
import { tierNameOf, type WaitingSale, waitingSales } from '../../lib/waiting-sales';
import { DialogBody, DialogFoot, NamingButton } from '../ui/dialog-parts';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';

interface DiscardDialogProps {
  opened: boolean;
  onClose: () => void;
  sale: WaitingSale;
}

export default function DiscardDialog({ opened, onClose, sale }: DiscardDialogProps) {
  const [busy, setBusy] = useState(false);
  const customer = sale.request?.customerData.name ?? sale.firstName;
  const amount = formatRupees(sale.request?.amount ?? 0);
  const tier = tierWord(sale.request?.tierCode ?? sale.tokenType, tierNameOf(sale));
  const discard = async () => {
    setBusy(true);
    // An answer that is on its way is waited for: a sale that was made meanwhile shows its code.
    await waitingSales.discard(sale.key).catch(() => undefined);
    setBusy(false);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={WORDS.discardTitle} size="30rem">
      <DialogBody>
        <p>{WORDS.discard(tier, amount, customer)}</p>
        {sale.mayExist && <p>{WAITING_MESSAGES.mayExist}</p>}
        <DialogFoot>
          <Button variant="default" disabled={busy} onClick={onClose}>
            Keep it
          </Button>
          <NamingButton color="red" loading={busy} onClick={() => void discard()}>
            Discard: {amount} for {customer}
          </NamingButton>
        </DialogFoot>
      </DialogBody>
    </Modal>
  );
}
