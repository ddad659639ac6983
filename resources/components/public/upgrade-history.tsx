import { tierName } from '../../../src/contracts/words/tier-name';
import type { PublicUpgrade, PublicUpgradePayment } from '../../../src/contracts/upgrades';
import { StatusBadge } from './status-badge';
import { rupees } from './format';
import { TokenCode } from './token-code';
import { useWords } from './use-words';
import { When } from './when';

/** The payments of the token so far, its sale first. */
export function UpgradeHistory({ history }: Pick<PublicUpgrade, 'history'>) {
  const words = useWords();
  return (
    <section className="pub-card" aria-labelledby="pub-history-title">
      <h2 id="pub-history-title">{words.payment.history}</h2>
      <ul className="pub-history">
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.label}`} className="pub-history-row">
            <span className="pub-history-amount">{rupees(entry.amount)}</span>
            <span className="pub-history-what">
              {(entry.isUpgrade ? words.upgradeTo : words.tokenOf)(tierName(words, entry.tokenType, entry.tokenLabel))}
              {entry.tokenNumber && (
                <span className="pub-block">
                  <TokenCode number={entry.tokenNumber} isVoid={entry.tokenVoid} />
                </span>
              )}
              {entry.pendingRefundAmount > 0 && (
                <span className="pub-block">
                  {words.facts.refundPending}: {rupees(entry.pendingRefundAmount)}
                </span>
              )}
            </span>
            <span className="pub-muted pub-history-when">
              <StatusBadge status={statusOf(entry)} /> <When at={entry.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As in the history of the payment's own page. */
function statusOf({ status, returnState }: PublicUpgradePayment): string {
  if (returnState === null || returnState === 'undecided') return returnState ?? status;
  return returnState === 'returned' ? 'refunded' : 'returning';
}
