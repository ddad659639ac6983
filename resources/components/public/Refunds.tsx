import type { PublicRefund, PublicRefundState } from '../../../src/contracts/after-payment';
import { dayText, rupees } from './format';
import type { Tone } from './StatusBanner';
import { When } from './When';

const TONES: Record<PublicRefundState, Tone> = {
  requested: 'amber',
  accepted: 'blue',
  completed: 'green',
  'not-accepted': 'red',
};

/** Where each refund is; nothing at all without refunds. */
export function Refunds({ refunds }: { refunds: PublicRefund[] }) {
  if (refunds.length === 0) return null;
  return (
    <section className="pub-card" aria-labelledby="pub-refunds-title">
      <h2 id="pub-refunds-title">{refunds.length === 1 ? 'Refund' : 'Refunds'}</h2>
      <RefundList refunds={refunds} />
    </section>
  );
}

export function RefundList({ refunds }: { refunds: PublicRefund[] }) {
  return (
    <ul className="pub-history">
      {refunds.map((refund) => (
        <li key={`${refund.requestedAt} ${refund.amount} ${refund.state}`} className="pub-history-row">
          <span className="pub-history-amount">{rupees(refund.amount)}</span>
          <span className={`pub-badge pub-tone-${TONES[refund.state]}`}>{refund.stateLabel}</span>
          <RefundDetail refund={refund} />
        </li>
      ))}
    </ul>
  );
}

function RefundDetail({ refund }: { refund: PublicRefund }) {
  return (
    <span className="pub-history-when pub-refund">
      <span className="pub-muted">
        Requested on <When at={refund.requestedAt} />
      </span>
      {refund.completedAt && (
        <span className="pub-muted">
          Completed on <When at={refund.completedAt} />
        </span>
      )}
      <span>{whatNext(refund)}</span>
      {refund.ofDuplicateCharge && <span>This is money that was taken twice. Your token stays valid.</span>}
      {refund.bankReference && (
        <span>
          Bank reference <span className="pub-mono">{refund.bankReference}</span>
        </span>
      )}
    </span>
  );
}

function whatNext({ state, expected }: PublicRefund): string {
  switch (state) {
    case 'requested':
      return 'We are handing it to the bank. The expected date shows here once the bank has accepted it.';
    case 'accepted':
      return expected
        ? `Expected in your account between ${dayText(expected.from)} and ${dayText(expected.to)}.`
        : 'Expected in your account in 3-5 business days.';
    case 'completed':
      return expected
        ? `It goes to the account you paid from. If you do not see it by ${dayText(expected.to)}, ask your bank.`
        : 'It goes to the account you paid from.';
    case 'not-accepted':
      return 'No money moved by this request. Our sales team contacts you, or call us.';
  }
}
