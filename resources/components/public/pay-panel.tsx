import type { PublicPayment } from '../../../src/contracts/payments';
import { ROUTES } from '../../../src/contracts/routes';
import { rupees } from './format';
import { Icon } from './icon';
import { PAY_FORM_ID } from './terms-box';
import { useWords } from './use-words';

interface Props {
  payment: PublicPayment;
  formToken: string | null;
  notice: string | null;
  label?: string;
}

/** The page's one button; a quiet second step while the payment before it may still come through. */
export function PayPanel(props: Props) {
  const { payment } = useWords();
  if (props.payment.payAgainHeld) {
    return (
      <details className="pub-again" open={props.notice !== null}>
        <summary>{payment.payAgain}</summary>
        <div className="pub-again-inner">
          <p>{payment.payAgainNote}</p>
          <PayForm {...props} />
        </div>
      </details>
    );
  }
  return (
    <div className="pub-bar">
      <div className="pub-bar-inner">
        <PayForm {...props} />
      </div>
    </div>
  );
}

/** A plain form, so that it pays without JavaScript too: the server answers it with a redirect to the bank. */
function PayForm({ payment, formToken, notice, label }: Props) {
  const words = useWords();
  const kind = payment.payAgainHeld ? 'pub-button-second' : 'pub-button-pay';
  return (
    <>
      <div className="pub-alert" role="alert" data-pay-alert="">
        {notice && <p>{notice}</p>}
        {notice && payment.status === 'pending' && <p>{words.nothingCharged}</p>}
      </div>
      <form id={PAY_FORM_ID} method="post" action={ROUTES.payByForm(payment.paymentId)} data-pay="">
        {formToken && <input type="hidden" name="_token" value={formToken} />}
        <p className="pub-bank" id="pub-bank">
          <Icon name="lock" className="pub-icon-small" />
          {words.payment.securePage}
        </p>
        <button type="submit" className={`pub-button ${kind}`} aria-describedby="pub-bank">
          <span data-label="">{label ?? words.payment.pay(rupees(payment.amount))}</span>
        </button>
      </form>
      <p className="pub-hidden" role="status" data-pay-progress="" />
    </>
  );
}
