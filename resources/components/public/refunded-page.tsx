import type { SharedProps } from '../../../src/contracts/pages';
import type { PublicPayment } from '../../../src/contracts/payments';
import { PaidSummary } from './paid-summary';
import { PublicPage } from './public-page';
import { RefundHead } from './refund-head';

interface Props {
  payment: PublicPayment;
  title: string;
  app: SharedProps['app'];
}

/** In place of the verification page: the payment was refunded since, or is being refunded. */
export function RefundedPage({ payment, title, app }: Props) {
  return (
    <PublicPage app={app} title={title}>
      <RefundHead payment={payment} title={title} />
      <PaidSummary payment={payment} app={app} />
    </PublicPage>
  );
}
