import { Button, Modal } from '@mantine/core';
import { formatRupees } from '../../lib/format';
import classes from './day-close.module.css';

interface CloseDialogProps {
  opened: boolean;
  day: string;
  /** Rupees. */
  net: number;
  onClose: () => void;
  onConfirm: () => void;
}

export default function CloseDialog({ opened, day, net, onClose, onConfirm }: CloseDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Close ${day}?`}>
      <p>
        The figures of the day (net {formatRupees(net)}) are stored with a hash and your name. This cannot be undone;
        what happens later is shown beside them.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={onConfirm}>Close the day</Button>
      </div>
    </Modal>
  );
}
