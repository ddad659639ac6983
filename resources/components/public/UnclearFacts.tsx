import type { PublicUnclear } from '../../../src/contracts/after-payment';
import { Fact } from './Fact';
import { When } from './When';

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
  return (
    <dl className="pub-facts pub-unclear" data-unclear="" hidden={unclear === null}>
      <Fact name="Sent to the bank">
        <span data-unclear-since="">{unclear && <When at={unclear.since} />}</span>
      </Fact>
      <Fact name="Last asked">
        <span data-unclear-asked="">
          {unclear?.lastAskedAt ? <When at={unclear.lastAskedAt} /> : 'Not yet since then'}
        </span>
        <span className="pub-block" data-unclear-answer="">
          {unclear?.lastAnswer}
        </span>
      </Fact>
      <Fact name={asksItself ? 'Without this page, we ask next' : 'We ask next'}>
        <span data-unclear-next={unclear?.nextCheckAt ?? ''}>
          {unclear?.nextCheckAt ? <When at={unclear.nextCheckAt} /> : 'A colleague is asking the bank'}
        </span>
        {!asksItself && <span className="pub-block pub-muted pub-countdown js-only" data-unclear-countdown="" />}
      </Fact>
    </dl>
  );
}
