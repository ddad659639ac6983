import type { DeskPayment } from '../../../src/contracts/desk';
import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import { useLoaded } from '../../hooks/use-loaded';
import type { RowDesk } from '../../hooks/use-row-desk';
import type { RowSubject } from '../../lib/row-subject';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { Modal } from '../ui/modal';
import { DialogBlank } from '../ui/dialog-parts';
import { LoadFailed } from '../ui/load-failed';
import { SharePanel } from './share-panel';

export default function ShareDialog({ opened, onClose, subject, opening, desk }: RowDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Share the link of ${subject.customerName}`}
      size="40rem"
      xOffset="0.75rem"
      returnFocus={false}
    >
      <Body key={opening} subject={subject} desk={desk} />
    </Modal>
  );
}

/** The rows of a list know no phone number in full, so it is asked for here. */
function Body({ subject, desk }: { subject: RowSubject; desk: RowDesk }) {
  const path = API.desk(subject.paymentId);
  const { data, problem, loading, reload } = useLoaded<DeskPayment>(path, MESSAGES.desk.loadFailed);
  if (data)
    return <SharePanel desk={data} onMailed={() => void desk.refresh()} onWindowClosed={() => void desk.refresh()} />;
  if (!problem) return <DialogBlank height="high" />;
  return (
    <LoadFailed
      title={MESSAGES.desk.loadFailed}
      problem={problem}
      truth="Nothing was sent."
      loading={loading}
      onRetry={reload}
    />
  );
}
