import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { RefundBody } from './refund-body';

export default function RefundDialog({ opened, onClose, subject, opening, desk }: RowDialogProps) {
  const [sending, setSending] = useState(false);
  // While money is being asked back the answer must find somebody looking.
  const close = () => {
    if (!sending) onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Process Refund" size="34rem" xOffset="0.75rem" returnFocus={false}>
      <RefundBody key={opening} subject={subject} desk={desk} onClose={onClose} onSending={setSending} />
    </Modal>
  );
}
