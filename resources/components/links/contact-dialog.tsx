import { router } from '@inertiajs/react';
import type { DeskPayment } from '../../../src/contracts/desk';
import { MESSAGES } from '../../../src/contracts/messages';
import { API, ROUTES } from '../../../src/contracts/routes';
import { useLoaded } from '../../hooks/use-loaded';
import { addDeskSale, deskSales } from '../../lib/desk-sales';
import { toast } from '../../lib/toasts';
import { BusyRowDialog, type RowDialogBody } from '../dashboard/busy-row-dialog';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { DialogBlank } from '../ui/dialog-parts';
import { LoadFailed } from '../ui/load-failed';
import { ContactForm } from './contact-form';

export default function ContactDialog(props: RowDialogProps) {
  return (
    <BusyRowDialog {...props} title="Correct contact details">
      {(body) => <Body key={props.opening} {...body} />}
    </BusyRowDialog>
  );
}

function Body({ subject, desk, onClose, onSending }: RowDialogBody) {
  const path = API.desk(subject.paymentId);
  const { data, problem, loading, reload } = useLoaded<DeskPayment>(path, MESSAGES.desk.loadFailed);
  const done = (paymentId: string, customerName: string) => {
    toast('success', MESSAGES.link.corrected(customerName));
    // The new link takes the old one's place at the desk, where that was sold.
    if (deskSales().includes(subject.paymentId)) addDeskSale(paymentId);
    router.visit(ROUTES.sale(paymentId), { preserveState: false });
  };
  const refresh = () => void desk.refresh();
  if (data) {
    return <ContactForm desk={data} onClose={onClose} onSending={onSending} onOpen={refresh} onDone={done} />;
  }
  if (!problem) return <DialogBlank height="middle" />;
  return (
    <LoadFailed
      title={MESSAGES.desk.loadFailed}
      problem={problem}
      truth="Nothing was changed."
      loading={loading}
      onRetry={reload}
    />
  );
}
