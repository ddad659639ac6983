import { useEffect } from 'react';
import type { PageProps } from '../../../src/contracts/pages';
import { homeOf } from '../../../src/domain/people/roles';
import { CustomerFields } from '../../components/customers/customer-fields';
import { LinkCreated } from '../../components/customers/link-created';
import { late } from '../../components/ui/late';
import { prefetchQr } from '../../components/desk/qr';
import { PageHeader } from '../../components/ui/page-header';
import { useCreateLink } from '../../hooks/use-create-link';
import { useSharedProps } from '../../hooks/use-shared-props';
import { StaffLayout } from '../../layouts/staff-layout';

const OpenSales = late(() => import('../../components/desk/open-sales'));

export default function CustomersNew(props: PageProps['Customers/New']) {
  const { catalogue, referenceTypes, linkTtlHours, formKey } = props;
  const { auth } = useSharedProps();
  const home = homeOf(auth.user?.role ?? 'sales_manager');
  const link = useCreateLink(catalogue, formKey, linkTtlHours);
  // What comes after Create is fetched while the form is being filled in.
  useEffect(() => {
    prefetchQr();
    import('../Sales/Show').catch(() => undefined);
  }, []);

  if (link.created) return <LinkCreated created={link.created} home={home} />;
  return (
    <>
      <OpenSales currentId={null} />
      <PageHeader title="Add New Customer" />
      <CustomerFields
        link={link}
        catalogue={catalogue}
        referenceTypes={referenceTypes}
        linkTtlHours={linkTtlHours}
        home={home}
      />
    </>
  );
}

CustomersNew.layout = [StaffLayout];
