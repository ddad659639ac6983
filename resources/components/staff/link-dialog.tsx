import { useClipboardToast } from '../../hooks/use-clipboard-toast';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';
import { DialogBody, DialogFoot } from '../ui/dialog-parts';
import classes from './staff.module.css';

interface LinkDialogProps {
  link: string | null;
  onClose: () => void;
}

/** Where no mail server is set up, an admin hands the link over. It cannot be shown again. */
export default function LinkDialog({ link, onClose }: LinkDialogProps) {
  const copy = useClipboardToast();
  return (
    <Modal opened={link !== null} onClose={onClose} title="One-time link" size="34rem" returnFocus={false}>
      <DialogBody>
        <p>
          No mail server is set up, so nobody has got this link yet. Hand it over yourself: it works once, and it is
          shown only now.
        </p>
        <p className={classes.linkText}>{link}</p>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => void copy(link ?? '', 'Link copied')}>Copy link</Button>
        </DialogFoot>
      </DialogBody>
    </Modal>
  );
}
