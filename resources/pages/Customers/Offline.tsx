import { useEffect, useState } from 'react';
import { WAITING_MESSAGES as WORDS } from '../../../src/contracts/messages-waiting';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { SaleForm } from '../../components/customers/sale-form';
import WaitingStrip from '../../components/sales/waiting-strip';
import { Callout } from '../../components/ui/callout';
import { PageHeader } from '../../components/ui/page-header';
import { useConnection } from '../../hooks/use-connection';
import { OfflineLayout } from '../../layouts/offline-layout';
import { connection } from '../../lib/connection';
import { devicePerson } from '../../lib/device-person';
import { formatMoment } from '../../lib/format';
import { lastForm } from '../../lib/last-form';
import { Button } from '../../components/ui/controls';

/** Stands in for the form when it is opened without a network. Whoever signed in last sells; the sales wait for their session. */
export default function CustomersOffline(props: PageProps['Customers/Offline']) {
  const [person] = useState(() => {
    // The page came from the device: the server is asked until it answers.
    connection.silent();
    return devicePerson();
  });
  const [last] = useState(() => person && lastForm(person.id));
  const asOf = last ? last.asOf : props.asOf;
  const isBack = useConnection().state === 'fine';
  const goOn = () => window.location.replace(ROUTES.customerForm);
  useEffect(() => {
    // What is typed comes along; only whoever is typing is not interrupted.
    if (isBack && !(document.activeElement instanceof HTMLInputElement && document.activeElement.value)) goOn();
  }, [isBack]);

  if (!person) {
    return (
      <Callout tone="warning" title={WORDS.isOffline}>
        {WORDS.nobody}
      </Callout>
    );
  }
  return (
    <SaleForm {...props} {...last} personId={person.id} home={null}>
      <WaitingStrip personId={person.id} isSignedIn={false} />
      <PageHeader title="Add New Customer" subtitle={last?.eventName && `Sold in ${last.eventName}`} />
      <Callout
        tone={isBack ? 'success' : 'warning'}
        title={isBack ? WORDS.isBack : WORDS.isOffline}
        action={isBack && <Button onClick={goOn}>Go on online</Button>}
      >
        {WORDS.seller(person.firstName)} {asOf && WORDS.pricesAsOf(formatMoment(asOf))}
      </Callout>
    </SaleForm>
  );
}

CustomersOffline.layout = [OfflineLayout];
