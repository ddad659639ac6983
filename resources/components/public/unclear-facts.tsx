import type { PublicUnclear } from '../../../src/contracts/after-payment';
import { Fact } from './fact';
import { useWords } from './use-words';
import { When } from './when';

interface Props {
  unclear: PublicUnclear | null;
  /** The page itself asks the bank every few seconds, and has a clock of its own for that. */
  asksItself?: boolean;
}

/**
 * What is known of a payment without a final answer, with the times as they were when the page was made. The script keeps
 * them up to date, and fills them in where nothing was known yet.
 */
export function UnclearFacts({ unclear, asksItself = false }: Props) {
  const { unclear: words, bankAnswers } = useWords();
  return (
    <dl className="pub-facts pub-unclear" data-unclear="" hidden={unclear === null}>
      <Fact name={words.sent}>
        <span data-unclear-since="">{unclear && <When at={unclear.since} />}</span>
      </Fact>
      <Fact name={words.asked}>
        <span data-unclear-asked="">{unclear?.lastAskedAt ? <When at={unclear.lastAskedAt} /> : words.notYet}</span>
        <span className="pub-block" data-unclear-answer="">
          {unclear?.lastAnswerKind && bankAnswers[unclear.lastAnswerKind]}
        </span>
      </Fact>
      <Fact name={asksItself ? words.nextWithout : words.next}>
        <span data-unclear-next={unclear?.nextCheckAt ?? ''}>
          {unclear?.nextCheckAt ? <When at={unclear.nextCheckAt} /> : words.colleague}
        </span>
        {!asksItself && <span className="pub-block pub-muted pub-countdown js-only" data-unclear-countdown="" />}
      </Fact>
    </dl>
  );
}
