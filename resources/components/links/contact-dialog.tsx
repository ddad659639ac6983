import { router } from '@inertiajs/react';
import { Button } from '@mantine/core';
import type { DeskPayment } from '../../../src/contracts/desk';
import { MESSAGES } from '../../../src/contracts/messages';
import { API, ROUTES } from '../../../src/contracts/routes';
import { useLoaded } from '../../hooks/use-loaded';
import { toast } from '../../lib/toasts';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { Callout } from '../ui/callout';
import { ContactForm } from './contact-form';
import { LinkDialog, type LinkDialogBody } from './link-dialog';
import classes from './links.module.css';

export default function ContactDialog(props: RowDialogProps) {
  return (
    <LinkDialog {...props} title="Correct contact details">
      {(body) => <Body key={props.opening} {...body} />}
    </LinkDialog>
  );
}

function Body({ subject, onClose, onSending }: LinkDialogBody) {
  const path = API.desk(subject.paymentId);
  const { data, problem, loading, reload } = useLoaded<DeskPayment>(path, MESSAGES.desk.loadFailed);
  const done = (paymentId: string, customerName: string) => {
    toast('success', MESSAGES.link.corrected(customerName));
    router.visit(ROUTES.desk(paymentId), { preserveState: false });
  };
  if (data) return <ContactForm desk={data} onClose={onClose} onSending={onSending} onDone={done} />;
  if (!problem) return <div className={classes.blank} aria-hidden="true" />;
  return (
    <Callout
      tone="error"
      title={MESSAGES.desk.loadFailed}
      action={
        <Button variant="default" size="sm" loading={loading} onClick={reload}>
          Retry
        </Button>
      }
    >
      {problem === MESSAGES.desk.loadFailed ? 'Nothing was changed.' : problem}
    </Callout>
  );
}
