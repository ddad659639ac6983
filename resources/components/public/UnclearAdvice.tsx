import type { SharedProps } from '../../../src/contracts/pages';
import { MailLink, PhoneLink } from './Contact';

interface Props {
  app: SharedProps['app'];
  /** To be named to support; null while it is not known. */
  reference: string | null;
}

/** The same calm words wherever a payment has no final answer yet. */
export function UnclearAdvice({ app, reference }: Props) {
  return (
    <>
      <p>
        <strong>Please do not pay again yet:</strong> if the money left your account, it will be recorded here by
        itself. You can close this page safely.
      </p>
      <p>
        If the payment fails, this page says so and you can pay again. Money that left your account is then given back
        by your bank, usually within 5 business days.
      </p>
      <p>
        Questions? Call <PhoneLink app={app} /> or write to <MailLink app={app} />
        {reference ? (
          <>
            {' '}
            and name this reference: <span className="pub-mono pub-reference-text pub-block">{reference}</span>
          </>
        ) : (
          '.'
        )}
      </p>
    </>
  );
}
