import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { UpgradeBody } from './upgrade-body';

export default function UpgradeDialog({ opened, onClose, subject, opening, desk }: RowDialogProps) {
  const [sending, setSending] = useState(false);
  // A link that is being made would otherwise be made out of sight.
  const close = () => {
    if (!sending) onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Upgrade to Platinum"
      size="34rem"
      xOffset="0.75rem"
      returnFocus={false}
    >
      <UpgradeBody key={opening} subject={subject} desk={desk} onClose={onClose} onSending={setSending} />
    </Modal>
  );
}
