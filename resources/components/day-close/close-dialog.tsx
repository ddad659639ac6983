import { formatDay, formatRupees } from '../../lib/format';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';
import { DialogBody, DialogFoot } from '../ui/dialog-parts';

interface CloseDialogProps {
  opened: boolean;
  /** `YYYY-MM-DD`, Indian calendar. */
  day: string;
  /** Of everything that is stored, in rupees. */
  net: number;
  /** There are others than the default event. */
  areSeveral: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export default function CloseDialog({ opened, day, net, areSeveral, onClose, onConfirm }: CloseDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Close ${formatDay(day)}?`}>
      <DialogBody>
        <p>
          {areSeveral ? 'The figures of all projects and events on that day' : 'The figures of the day'} (net{' '}
          {formatRupees(net)}) are stored with a hash and your name. This cannot be undone; what happens later is shown
          beside them.
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
