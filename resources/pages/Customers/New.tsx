import { useEffect } from 'react';
import type { PageProps } from '../../../src/contracts/pages';
import { homeOf } from '../../../src/domain/people/roles';
import { SaleForm } from '../../components/customers/sale-form';
import { OpenSalesPlace } from '../../components/desk/open-sales-place';
import { prefetchQr } from '../../components/desk/qr';
import { late } from '../../components/ui/late';
import { PageHeader } from '../../components/ui/page-header';
import { useSharedProps } from '../../hooks/use-shared-props';
import { StaffLayout } from '../../layouts/staff-layout';
import { rememberForm } from '../../lib/last-form';
import { loadWaitingSales } from '../../lib/waiting-mark';

const OpenSales = late(() => import('../../components/desk/open-sales'), { waiting: <OpenSalesPlace /> });

export default function CustomersNew(props: PageProps['Customers/New']) {
  const { auth } = useSharedProps();
  const { user } = auth;
  const personId = user?.id ?? '';
  const { catalogue, referenceTypes, linkTtlHours } = props;
  const { eventId = null, name: eventName = null } = auth.workplace ?? {};
  useEffect(() => {
    const asOf = new Date().toISOString();
    const form = { personId, eventName, catalogue, referenceTypes, linkTtlHours, asOf };
    rememberForm(eventId === null ? null : { ...form, eventId });
  }, [personId, eventId, eventName, catalogue, referenceTypes, linkTtlHours]);
  // What comes after Create is fetched while the form is being filled in, and what a lost network needs as well.
  useEffect(() => {
    prefetchQr();
    import('../Sales/Show').catch(() => undefined);
    import('../../components/customers/link-created').catch(() => undefined);
    import('../../components/sales/waiting-strip').catch(() => undefined);
    import('../../components/sales/discard-dialog').catch(() => undefined);
    loadWaitingSales()
      .then(async ({ waitingSales }) => {
        await waitingSales.open(personId);
        await waitingSales.prepare();
      })
      .catch(() => undefined);
  }, [personId]);

  return (
    <SaleForm {...props} personId={personId} home={homeOf(user?.role ?? 'sales_manager')}>
      <OpenSales currentId={null} />
      <PageHeader title="Add New Customer" subtitle={eventName && `Sold in ${eventName}`} />
    </SaleForm>
  );
}

CustomersNew.layout = [StaffLayout];
