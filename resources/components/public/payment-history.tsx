import type { PublicPayment } from '../../../src/contracts/payments';
import { rupees } from './format';
import { StatusBadge } from './status-badge';
import { useWords } from './use-words';
import { When } from './when';

export function PaymentHistoryService({ history }: { history: PublicPayment['paymentHistory'] }) {
  const { payment: words } = useWords();
  return (
    <section className="pub-card" aria-labelledby="pub-history-title">
      <h2 id="pub-history-title">{words.history}</h2>
      {history.length === 0 ? (
        <p className="pub-muted pub-empty">{words.noHistory}</p>
      ) : (
        <ul className="pub-history">
          {history.map((entry) => (
            <li key={`${entry.createdAt} ${entry.status}`} className="pub-history-row">
              <span className="pub-history-amount">{rupees(entry.amount)}</span>
              <StatusBadge status={entry.status} />
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
