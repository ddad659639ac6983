import { DialogBody, DialogFoot } from '../ui/dialog-parts';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';

interface DropTermsDialogProps {
  opened: boolean;
  onClose: () => void;
  onDrop: () => void;
}

/** Asked before texts that were typed are dropped. */
export default function DropTermsDialog({ opened, onClose, onDrop }: DropTermsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Drop the new version?" size="30rem">
      <DialogBody>
        <p>What you have typed is in no version yet.</p>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Keep writing
          </Button>
          <Button color="red" onClick={onDrop}>
            Drop it
          </Button>
        </DialogFoot>
      </DialogBody>
    </Modal>
  );
}
