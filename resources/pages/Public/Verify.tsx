import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps, SharedProps, VerifyPageState } from '../../../src/contracts/pages';
import { API, ROUTES } from '../../../src/contracts/routes';
import { PublicPage } from '../../components/public/PublicPage';
import {
  VerifyConfirming,
  VerifyFailed,
  VerifyLoading,
  VerifySucceeded,
} from '../../components/public/verify-sections';
import type { VerifyConfig } from '../../public/config';

type Props = PageProps['Public/Verify'] & SharedProps;

const TITLES: Record<VerifyPageState, string> = {
  loading: MESSAGES.verify.loading,
  success: MESSAGES.verify.success,
  confirming: MESSAGES.verify.confirmingTitle,
  error: MESSAGES.verify.failedTitle,
};

/** All four states are in the page; the script shows another one without having to write any of it. */
export default function Verify(props: Props) {
  const { app, state, paymentId } = props;
  const refreshUrl = props.eventId ? ROUTES.verifyEvent(props.eventId) : ROUTES.verify;
  const hidden = (section: VerifyPageState) => section !== state;
  return (
    <PublicPage app={app} title={TITLES[state]} script={{ verify: scriptConfig(props) }}>
      <VerifyLoading hidden={hidden('loading')} refreshUrl={refreshUrl} />
      <VerifySucceeded
        hidden={hidden('success')}
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

function scriptConfig(props: Props): VerifyConfig {
  return {
    state: props.state,
    eventId: props.eventId,
    url: API.verifyCallback,
    successUrl: props.successUrl,
    successPath: ROUTES.success,
    paymentPath: ROUTES.payment(''),
    redirectAfterMs: props.redirectAfterMs,
    retrySeconds: props.retrySeconds,
    words: { successToast: MESSAGES.verify.successToast, failed: MESSAGES.verify.failed },
  };
}
