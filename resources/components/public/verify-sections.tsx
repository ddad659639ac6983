import { MESSAGES } from '../../../src/contracts/messages';
import type { PaymentFailure, PublicUnclear } from '../../../src/contracts/after-payment';
import type { SharedProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { MailLink, PhoneLink } from './Contact';
import { ResultHead } from './ResultHead';
import { UnclearAdvice } from './UnclearAdvice';
import { UnclearFacts } from './UnclearFacts';

const { verify: WORDS } = MESSAGES;
const NO_SCRIPT_LOADING_SECONDS = 3;

export function VerifyLoading({ hidden, refreshUrl }: { hidden: boolean; refreshUrl: string }) {
  return (
    <section className="pub-card pub-card-first pub-verify" data-state="loading" hidden={hidden}>
      <ResultHead tone="blue" icon="spinner" title={WORDS.loading} />
      <p className="pub-centre" data-say="">
        {WORDS.loadingNote}
      </p>
      {!hidden && <RefreshWithoutScript seconds={NO_SCRIPT_LOADING_SECONDS} />}
      <p className="pub-centre pub-muted pub-late">
        Still waiting?{' '}
        <a className="pub-link" href={refreshUrl}>
          Refresh this page
        </a>
        . Your payment is safe.
      </p>
    </section>
  );
}

interface SucceededProps {
  hidden: boolean;
  successUrl: string;
  paymentId: string | null;
}

export function VerifySucceeded({ hidden, successUrl, paymentId }: SucceededProps) {
  return (
    <section className="pub-card pub-card-first pub-verify" data-state="success" hidden={hidden}>
      <ResultHead tone="green" icon="check" title={WORDS.success} />
      <p className="pub-centre js-only" data-say="">
        {WORDS.redirecting}
      </p>
      <a className="pub-button pub-button-second" href={successUrl} data-continue="">
        Continue
      </a>
      <PaymentLink paymentId={paymentId} isReceipt className="pub-link pub-link-block">
        Open your receipt
      </PaymentLink>
    </section>
  );
}

interface ConfirmingProps {
  hidden: boolean;
  unclear: PublicUnclear | null;
  app: SharedProps['app'];
  paymentId: string | null;
  retrySeconds: number;
  refreshUrl: string;
}

export function VerifyConfirming(props: ConfirmingProps) {
  const { hidden, paymentId, retrySeconds, refreshUrl, unclear, app } = props;
  return (
    <section className="pub-card pub-card-first pub-verify" data-state="confirming" hidden={hidden}>
      <ResultHead tone="blue" icon="bank" title={WORDS.confirmingTitle} />
      <p className="pub-centre" data-say="">
        {WORDS.confirming}
      </p>
      <UnclearFacts unclear={unclear} asksItself />
      <UnclearAdvice app={app} reference={paymentId} />
      <div className="pub-swap">
        <a className="pub-button pub-button-second no-js-only" href={refreshUrl}>
          Refresh
        </a>
        <p className="pub-clock pub-centre pub-muted js-only" data-clock="">
          Next check in {retrySeconds} s
        </p>
      </div>
      {!hidden && <RefreshWithoutScript seconds={retrySeconds} />}
      <PaymentLink paymentId={paymentId} className="pub-link pub-link-block">
        Open the payment page
      </PaymentLink>
    </section>
  );
}

interface FailedProps {
  hidden: boolean;
  paymentId: string | null;
  reason: string | null;
  failure: PaymentFailure | null;
  app: SharedProps['app'];
}

export function VerifyFailed({ hidden, paymentId, reason, failure, app }: FailedProps) {
  return (
    <section className="pub-card pub-card-first pub-verify" data-state="error" hidden={hidden}>
      <ResultHead tone="red" icon="cross" title={WORDS.failedTitle} />
      <p className="pub-centre pub-reason" data-say="" data-reason="">
        {reason ?? WORDS.failed}
      </p>
      <p className="pub-centre" data-failure="">
        {failure && `${failure.text} ${failure.nextStep}`}
      </p>
      <div className="pub-status pub-tone-amber">
        <div className="pub-status-text">
          <h2>What to do next</h2>
          <ul className="pub-steps">
            <li>Check whether the money was deducted from your account.</li>
            <li>
              If it was, contact support with the payment details: <PhoneLink app={app} />, <MailLink app={app} />.
            </li>
            <li>If it was not, retry the payment{paymentId ? '' : ' from the link you were sent'}.</li>
          </ul>
        </div>
      </div>
      <button type="button" className="pub-button pub-button-second" data-again="" hidden>
        Check again
      </button>
      <PaymentLink paymentId={paymentId} className="pub-button pub-button-second">
        Go to the payment page
      </PaymentLink>
    </section>
  );
}

/** There even when the payment is not known yet: the server's answer may name it. */
function PaymentLink({
  paymentId,
  isReceipt = false,
  className,
  children,
}: {
  paymentId: string | null;
  isReceipt?: boolean;
  className: string;
  children: string;
}) {
  return (
    <a
      className={className}
      href={paymentId ? (isReceipt ? ROUTES.receipt(paymentId) : ROUTES.payment(paymentId)) : undefined}
      hidden={paymentId === null}
      data-payment-link={isReceipt ? '/receipt' : ''}
    >
      {children}
    </a>
  );
}

/** Does what the script would do; a browser that runs scripts never reads it. */
function RefreshWithoutScript({ seconds }: { seconds: number }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
