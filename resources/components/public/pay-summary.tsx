import type { PublicPayment } from '../../../src/contracts/payments';
import { rupees } from './format';
import { inWords, purchaseOf } from './payment-words';
import { TokenMedal } from './token-medal';
import { useWords } from './use-words';

interface Props {
  payment: PublicPayment;
  companyName: string;
  /** Off beside the token's own. */
  hasMedal?: boolean;
}

/** What is paid, to whom, how much. */
export function PaySummary({ payment, companyName, hasMedal = true }: Props) {
  const words = useWords();
  return (
    <div className="pub-summary">
      {hasMedal && <TokenMedal type={payment.tokenType} />}
      <div className="pub-summary-what">
        <h1>{purchaseOf(payment, words)}</h1>
        <p className="pub-muted">{words.payment.paymentTo(companyName)}</p>
      </div>
      <div className="pub-summary-amount">
        <p className="pub-amount">{rupees(payment.amount)}</p>
        <p className="pub-words">{inWords(payment.amount, words)}</p>
      </div>
    </div>
  );
}
