import type { PageProps, SharedProps } from '../../../src/contracts/pages';
import { PublicPage } from '../../components/public/public-page';
import { ReceiptActions } from '../../components/public/receipt-actions';
import { ReceiptSheet } from '../../components/public/receipt-sheet';
import { useWords } from '../../components/public/use-words';
import { receiptConfig } from '../../components/public/words';

export default function Receipt({ receipt, qr, formToken, notice, app }: PageProps['Public/Receipt'] & SharedProps) {
  const words = useWords();
  const config = receiptConfig(receipt, words);
  return (
    <PublicPage app={app} title={words.receipt.head(receipt.number)} script={{ receipt: config }}>
      <ReceiptSheet receipt={receipt} qr={qr} />
      <ReceiptActions receipt={receipt} formToken={formToken} notice={notice} />
    </PublicPage>
  );
}
