import type { PaymentFailure, PublicUnclear } from '../../../src/contracts/after-payment';
import type { SharedProps } from '../../../src/contracts/pages';
import type { VerifyReason } from '../../../src/contracts/after-payment';
import type { TokenType } from '../../../src/domain/payment/token-catalogue';
import { ROUTES } from '../../../src/contracts/routes';
import { waitIn } from '../../../src/contracts/wait';
import { MailLink, PhoneLink } from './contact';
import { ResultHead } from './result-head';
import { Say } from './say';
import { TokenMedal } from './token-medal';
import { UnclearAdvice } from './unclear-advice';
import { UnclearFacts } from './unclear-facts';
import { useWords } from './use-words';
import { failureTexts } from './verify-words';

const NO_SCRIPT_LOADING_SECONDS = 3;

export function VerifyLoading({ hidden, refreshUrl }: { hidden: boolean; refreshUrl: string }) {
  const { verify } = useWords();
  const refresh = (
    <a className="pub-link" href={refreshUrl}>
      {verify.refreshPage}
    </a>
  );
  return (
    <section className="pub-card pub-card-first pub-verify" data-state="loading" hidden={hidden}>
      <ResultHead tone="blue" icon="spinner" title={verify.loading} />
      <p className="pub-centre" data-say="">
        {verify.loadingNote}
      </p>
      {!hidden && <RefreshWithoutScript seconds={NO_SCRIPT_LOADING_SECONDS} />}
      <p className="pub-centre pub-muted pub-late">
        <Say parts={verify.stillWaiting(refresh)} />
      </p>
    </section>
  );
}

interface SucceededProps {
  hidden: boolean;
  /** Null until the script knows it. */
  tokenNumber: string | null;
  tokenType: TokenType | null;
  successUrl: string;
  paymentId: string | null;
}

export function VerifySucceeded({ hidden, tokenNumber, tokenType, successUrl, paymentId }: SucceededProps) {
  const words = useWords();
  const { verify } = words;
  return (
    <section className="pub-card pub-card-first pub-verify" data-state="success" hidden={hidden}>
      <ResultHead tone="green" icon="check" title={verify.success} />
      <div className="pub-token" data-token="" hidden={tokenNumber === null}>
        {tokenType && <TokenMedal type={tokenType} />}
        <p className="pub-token-label">{words.yourToken}</p>
        <p className="pub-token-number" data-token-number="">
          {tokenNumber}
        </p>
      </div>
      <a className="pub-button pub-button-pay" href={successUrl} data-continue="">
        {verify.proceed}
      </a>
      <p className="pub-centre pub-muted js-only" data-say="">
        {verify.redirecting}
      </p>
      <PaymentLink paymentId={paymentId} isReceipt className="pub-link pub-link-block">
        {verify.openReceipt}
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
  const words = useWords();
  const { verify } = words;
  return (
    <section className="pub-card pub-card-first pub-verify" data-state="confirming" hidden={hidden}>
      <ResultHead tone="blue" icon="bank" title={verify.confirmingTitle} />
      <p className="pub-centre" data-say="">
        {verify.confirming}
      </p>
      <UnclearFacts unclear={unclear} asksItself />
      <UnclearAdvice app={app} reference={paymentId} />
      <div className="pub-swap">
        <a className="pub-button pub-button-second no-js-only" href={refreshUrl}>
          {words.refresh}
        </a>
        <p className="pub-clock pub-centre pub-muted js-only" data-clock="">
          {words.script.nextCheck(waitIn(words.script.waits, retrySeconds))}
        </p>
      </div>
      {!hidden && <RefreshWithoutScript seconds={retrySeconds} />}
      <PaymentLink paymentId={paymentId} className="pub-link pub-link-block">
        {words.openPayment}
      </PaymentLink>
    </section>
  );
}

interface FailedProps {
  hidden: boolean;
  paymentId: string | null;
  reason: VerifyReason | null;
  failure: PaymentFailure | null;
  app: SharedProps['app'];
}

export function VerifyFailed({ hidden, paymentId, reason, failure, app }: FailedProps) {
  const words = useWords();
  const { verify } = words;
  const texts = failureTexts(reason, failure, words);
  return (
    <section className="pub-card pub-card-first pub-verify" data-state="error" hidden={hidden}>
      <ResultHead tone="red" icon="cross" title={verify.failedTitle} />
      <p className="pub-centre pub-reason" data-say="" data-reason="">
        {texts.reason}
      </p>
      <p className="pub-centre" data-failure="">
        {texts.text}
      </p>
      <p className="pub-centre pub-muted pub-small pub-said" data-bank-said="" hidden={!failure?.bankText}>
        <Say
          parts={words.bankSaid(
            <bdi lang="en" data-bank-text="">
              {failure?.bankText}
            </bdi>,
          )}
        />
      </p>
      <div className="pub-status pub-tone-amber">
        <div className="pub-status-text">
          <h2>{words.whatToDo}</h2>
          <ul className="pub-steps">
            <li>{verify.checkDeducted}</li>
            <li>
              <Say parts={verify.ifDeducted(<PhoneLink app={app} />, <MailLink app={app} />)} />
            </li>
            <li>{paymentId ? verify.ifNot : verify.ifNotByLink}</li>
          </ul>
        </div>
      </div>
      <button type="button" className="pub-button pub-button-second" data-again="" hidden>
        {verify.checkAgain}
      </button>
      <PaymentLink paymentId={paymentId} className="pub-button pub-button-second">
        {verify.goToPayment}
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
