import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { MailAddress } from '../ui/mail-address';
import { Say } from './say';
import { useWords } from './use-words';

/** Everything works by links and forms; printing alone needs the script, and browsers have a menu for it. */
export function ReceiptActions({ receipt, formToken, notice }: Omit<PageProps['Public/Receipt'], 'qr'>) {
  const words = useWords();
  const texts = words.receipt;
  return (
    <section className="pub-card pub-actions" aria-label={texts.keep}>
      <a className="pub-button pub-button-pay" href={ROUTES.receiptPdf(receipt.paymentId)} download="">
        {texts.download}
      </a>
      <form method="post" action={ROUTES.mailReceiptByForm(receipt.paymentId)} data-mail-receipt="">
        {formToken && <input type="hidden" name="_token" value={formToken} />}
        <button type="submit" className="pub-button pub-button-second" aria-describedby="pub-mail-note">
          {texts.mail}
        </button>
      </form>
      <p className="pub-muted pub-centre pub-small" id="pub-mail-note">
        <Say parts={texts.goesTo(<MailAddress address={receipt.customer.email} />)} />
      </p>
      <p
        className={notice && !notice.ok ? 'pub-check-result pub-centre pub-problem' : 'pub-check-result pub-centre'}
        role="status"
        data-mail-result=""
      >
        {notice?.text}
      </p>
      <button type="button" className="pub-button pub-button-second js-only" data-print="">
        {texts.print}
      </button>
      <a className="pub-link pub-link-block" href={ROUTES.payment(receipt.paymentId)}>
        {words.openPayment}
      </a>
    </section>
  );
}
