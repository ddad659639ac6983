import type { SharedProps } from '../../../src/contracts/pages';
import { MailLink, PhoneLink } from './contact';
import { Say } from './say';
import { useWords } from './use-words';

interface Props {
  app: SharedProps['app'];
  /** To be named to support; null while it is not known. */
  reference: string | null;
}

/** The same calm words wherever a payment has no final answer yet. */
export function UnclearAdvice({ app, reference }: Props) {
  const { unclear } = useWords();
  const phone = <PhoneLink app={app} />;
  const mail = <MailLink app={app} />;
  const named = <span className="pub-mono pub-reference-text pub-block">{reference}</span>;
  return (
    <>
      <p>
        <strong>{unclear.doNotPay}</strong> {unclear.recorded}
      </p>
      <p>{unclear.givenBack}</p>
      <p>
        <Say parts={reference ? unclear.questionsNaming(phone, mail, named) : unclear.questions(phone, mail)} />
      </p>
    </>
  );
}
