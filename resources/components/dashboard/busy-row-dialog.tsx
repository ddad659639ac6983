import { type ReactNode, useState } from 'react';
import { Modal } from '../ui/modal';
import type { RowDialogProps } from './row-dialog-host';

export interface RowDialogBody extends Pick<RowDialogProps, 'subject' | 'desk' | 'onClose'> {
  onSending: (sending: boolean) => void;
}

interface BusyDialogProps extends RowDialogProps {
  title: string;
  children: (body: RowDialogBody) => ReactNode;
}

/** A dialog that cannot be closed while its answer is on the way: it must find somebody looking. */
export function BusyRowDialog({ opened, onClose, subject, desk, title, children }: BusyDialogProps) {
  const [sending, setSending] = useState(false);
  const close = () => {
    if (!sending) onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} size="34rem" xOffset="0.75rem" returnFocus={false}>
      {children({ subject, desk, onClose, onSending: setSending })}
    </Modal>
  );
}
