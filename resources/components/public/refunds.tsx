import type { PublicRefund, PublicRefundState } from '../../../src/contracts/after-payment';
import type { Words } from '../../../src/contracts/words';
import { type Formats, rupees } from './format';
import { Say } from './say';
import type { Tone } from './status-banner';
import { useFormats, useWords } from './use-words';
import { When } from './when';

const TONES: Record<PublicRefundState, Tone> = {
  requested: 'amber',
  accepted: 'blue',
  completed: 'green',
  reversed: 'grey',
  'not-accepted': 'red',
  'not-sent': 'red',
};

interface Props {
  refunds: PublicRefund[];
  /** The token of the payment is void. */
  tokenVoid: boolean;
}

/** Where each refund is; nothing at all without refunds. */
export function Refunds({ refunds, tokenVoid }: Props) {
  const words = useWords().refunds;
  if (refunds.length === 0) return null;
  return (
    <section className="pub-card" aria-labelledby="pub-refunds-title">
      <h2 id="pub-refunds-title">{words.title(refunds.length)}</h2>
      <RefundList refunds={refunds} tokenVoid={tokenVoid} />
    </section>
  );
}

export function RefundList({ refunds, tokenVoid }: Props) {
  const words = useWords().refunds;
  return (
    <ul className="pub-history">
      {refunds.map((refund) => (
        <li key={refund.ourReference} className="pub-history-row">
          <span className="pub-history-amount">{rupees(refund.amount)}</span>
          <span className={`pub-badge pub-tone-${TONES[refund.state]}`}>{words.states[refund.state]}</span>
          <RefundDetail refund={refund} tokenVoid={tokenVoid} />
        </li>
      ))}
    </ul>
  );
}

function RefundDetail({ refund, tokenVoid }: { refund: PublicRefund; tokenVoid: boolean }) {
  const { refunds: words } = useWords();
  const isReversed = refund.state === 'reversed';
  return (
    <span className="pub-history-when pub-refund">
      {!isReversed && (
        <span className="pub-muted">
          <Say parts={words.requestedOn(<When at={refund.requestedAt} />)} />
        </span>
      )}
      {refund.completedAt && (
        <span className="pub-muted">
          <Say parts={words[isReversed ? 'reversedOn' : 'completedOn'](<When at={refund.completedAt} />)} />
        </span>
      )}
      <span>{whatNext(refund, words, useFormats())}</span>
      {refund.ofDuplicateCharge && (
        <span>{tokenVoid ? words.duplicate : `${words.duplicate} ${words.tokenStays}`}</span>
      )}
      {refund.bankReference && (
        <span>
          <Say parts={words.bankReference(<span className="pub-mono">{refund.bankReference}</span>)} />
        </span>
      )}
      {!isReversed && (
        <span>
          <Say parts={words.ourReference(<span className="pub-mono">{refund.ourReference}</span>)} />
        </span>
      )}
    </span>
  );
}

function whatNext({ state, expected }: PublicRefund, words: Words['refunds'], { day }: Formats): string {
  switch (state) {
    case 'requested':
      return words.handing;
    case 'accepted':
      return expected ? words.between(day(expected.from), day(expected.to)) : words.soon;
    case 'completed':
      return expected ? words.notSeenBy(day(expected.to)) : words.paidBack;
    case 'reversed':
      return words.reversed;
    case 'not-accepted':
    case 'not-sent':
      return words.notAccepted;
  }
}
