import type { PageProps, SharedProps, VerifyPageState } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { returnTitle } from '../../components/public/returned-money';
import { refundTitle } from '../../components/public/refund-head';
import { RefundedPage } from '../../components/public/refunded-page';
import { ReturnedPage } from '../../components/public/returned-page';
import { PublicPage } from '../../components/public/public-page';
import {
  VerifyConfirming,
  VerifyFailed,
  VerifyLoading,
  VerifySucceeded,
} from '../../components/public/verify-sections';
import { useLanguage, useWords } from '../../components/public/use-words';
import { verifyConfig } from '../../components/public/verify-words';

type Props = PageProps['Public/Verify'] & SharedProps;

/**
 * The four states of the question are in the page; the script shows another one without having to write any of it. Money
 * that could not be used ends the question: the page is then loaded anew.
 */
export default function Verify(props: Props) {
  const { app, state, paymentId, returning } = props;
  const words = useWords();
  const language = useLanguage();
  if (paymentId && returning) return <ReturnedPage paymentId={paymentId} returning={returning} app={app} />;
  const refund = refundTitle(props.refunded, words);
  if (props.refunded && refund) return <RefundedPage payment={props.refunded} title={refund} app={app} />;
  const refreshUrl = props.eventId ? ROUTES.verifyEvent(props.eventId) : ROUTES.verify;
  const { verify } = words;
  const titles: Record<VerifyPageState, string> = {
    loading: verify.loading,
    success: verify.success,
    confirming: verify.confirmingTitle,
    error: verify.failedTitle,
    returning: props.returning ? returnTitle(props.returning, words.returning) : words.returning.title,
  };
  const hidden = (section: VerifyPageState) => section !== state;
  return (
    <PublicPage app={app} title={titles[state]} script={{ verify: verifyConfig(props, words, language) }}>
      <VerifyLoading hidden={hidden('loading')} refreshUrl={refreshUrl} />
      <VerifySucceeded
        hidden={hidden('success')}
        tokenNumber={props.tokenNumber}
        tokenType={props.tokenType}
        successUrl={props.successUrl ?? ROUTES.success}
        paymentId={paymentId}
      />
      <VerifyConfirming
        hidden={hidden('confirming')}
        paymentId={paymentId}
        retrySeconds={props.retrySeconds}
        refreshUrl={refreshUrl}
        unclear={props.unclear}
        app={app}
      />
      <VerifyFailed
        hidden={hidden('error')}
        paymentId={paymentId}
        reason={props.reason}
        failure={props.failure}
        app={app}
      />
      <p className="pub-hidden" role="status" data-live="" />
    </PublicPage>
  );
}
