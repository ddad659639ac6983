import type { PublicPayment } from '../../../src/contracts/payments';
import { tokenLabel } from '../../../src/domain/token-catalogue';
import { rupees } from './format';
import { TokenMedal } from './TokenMedal';

interface Props {
  payment: PublicPayment;
  companyName: string;
}

/** What is paid, to whom, how much. */
export function PaySummary({ payment, companyName }: Props) {
  return (
    <div className="pub-summary">
      <TokenMedal type={payment.tokenType} />
      <div className="pub-summary-what">
        <h1>{headline(payment)}</h1>
        <p className="pub-muted">Payment to {companyName}</p>
      </div>
      <div className="pub-summary-amount">
        <p className="pub-amount">{rupees(payment.amount)}</p>
        <p className="pub-words">{payment.amountInWords}</p>
      </div>
    </div>
  );
}

function headline(payment: PublicPayment): string {
  if (payment.paymentType !== 'upgrade') return `${payment.tokenLabel} token`;
  const from = payment.upgradeFrom ? `${tokenLabel(payment.upgradeFrom)} to ` : '';
  return `Token upgrade: ${from}${payment.upgradeTo ? tokenLabel(payment.upgradeTo) : payment.tokenLabel}`;
}
