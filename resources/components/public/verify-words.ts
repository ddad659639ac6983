import type { PaymentFailure } from '../../../src/contracts/after-payment';
import type { PageProps } from '../../../src/contracts/pages';
import type { VerifyReason } from '../../../src/contracts/after-payment';
import { API, ROUTES } from '../../../src/contracts/routes';
import type { Words } from '../../../src/contracts/words';
import type { Language } from '../../../src/contracts/words/languages';
import { FAILURE_KINDS } from '../../../src/domain/payment/failure-reasons';
import type { FailureTexts, VerifyConfig } from '../../public/config';
import { clockWords, unclearWords } from './words';

/** Why it failed: one line, and what can be said besides. */
export function failureTexts(
  reason: VerifyReason | null,
  failure: Pick<PaymentFailure, 'kind'> | null,
  { verify, failures }: Words,
): FailureTexts {
  if (!failure) return { reason: reason === 'missing' ? verify.missing : verify.failed, text: '' };
  const { title, text, nextStep } = failures[failure.kind];
  return { reason: verify.paymentFailed(title), text: `${text} ${nextStep}` };
}

export function verifyConfig(props: PageProps['Public/Verify'], words: Words, language: Language): VerifyConfig {
  const failures = FAILURE_KINDS.map((kind) => [kind, failureTexts('refused', { kind }, words)]);
  return {
    state: props.state,
    eventId: props.eventId,
    url: API.verifyCallback,
    successUrl: props.successUrl,
    successPath: ROUTES.success,
    paymentPath: ROUTES.payment(''),
    redirectAfterMs: props.redirectAfterMs,
    retrySeconds: props.retrySeconds,
    words: {
      ...clockWords(words),
      failed: words.verify.failed,
      missing: words.verify.missing,
      successToast: words.verify.successToast,
      failures: Object.fromEntries(failures) as VerifyConfig['words']['failures'],
    },
    unclear: unclearWords(words, language),
  };
}
