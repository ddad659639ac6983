import type { PublicPayment } from '../../../src/contracts/payments';
import { rupees } from './format';
import type { Tone } from './StatusBanner';
import { When } from './When';

const TONES: Record<string, Tone> = {
  completed: 'green',
  pending: 'amber',
  initiated: 'blue',
  failed: 'red',
};

export function PaymentHistory({ history }: { history: PublicPayment['paymentHistory'] }) {
  return (
    <section className="pub-card" aria-labelledby="pub-history-title">
      <h2 id="pub-history-title">Payment history</h2>
      {history.length === 0 ? (
        <p className="pub-muted pub-empty">No payment history found</p>
      ) : (
        <ul className="pub-history">
          {history.map((entry) => (
            <li key={`${entry.createdAt} ${entry.status}`} className="pub-history-row">
              <span className="pub-history-amount">{rupees(entry.amount)}</span>
              <span className={`pub-badge pub-tone-${TONES[entry.status] ?? 'grey'}`}>{entry.statusLabel}</span>
              <span className="pub-muted pub-history-when">
                <When at={entry.paidAt ?? entry.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
