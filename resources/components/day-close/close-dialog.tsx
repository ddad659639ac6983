import { formatDay, formatRupees } from '../../lib/format';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';
import { DialogBody, DialogFoot } from '../ui/dialog-parts';

interface CloseDialogProps {
  opened: boolean;
  /** `YYYY-MM-DD`, Indian calendar. */
  day: string;
  /** Rupees. */
  net: number;
  onClose: () => void;
  onConfirm: () => void;
}

export default function CloseDialog({ opened, day, net, onClose, onConfirm }: CloseDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Close ${formatDay(day)}?`}>
      <DialogBody>
        <p>
          The figures of the day (net {formatRupees(net)}) are stored with a hash and your name. This cannot be undone;
          what happens later is shown beside them.
        </p>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onConfirm}>Close the day</Button>
        </DialogFoot>
      </DialogBody>
    </Modal>
  );
}
