import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { API } from '../../../src/contracts/routes';
import { PublicPage } from '../../components/public/PublicPage';
import { ReceiptActions } from '../../components/public/ReceiptActions';
import { ReceiptSheet } from '../../components/public/ReceiptSheet';

export default function Receipt({ receipt, formToken, notice, app }: PageProps['Public/Receipt'] & SharedProps) {
  const config = { sendUrl: API.sendReceipt(receipt.paymentId), words: { failed: MESSAGES.receipt.sendFailed } };
  return (
    <PublicPage app={app} title={`Receipt ${receipt.number}`} script={{ receipt: config }}>
      <ReceiptSheet receipt={receipt} app={app} />
      <ReceiptActions receipt={receipt} formToken={formToken} notice={notice} />
    </PublicPage>
  );
}
