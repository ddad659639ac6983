import type { Fact, ReviewRow } from '../../../src/contracts/reviews';
import { formatDateTime, formatRupees } from '../../lib/format';
import classes from './review.module.css';

/** What the bank said, and beside it what was expected. */
export function ReviewEvidence({ review }: { review: ReviewRow }) {
  const { said, expected, attempts, answers } = review;
  return (
    <>
      <div className={classes.evidence}>
        <Side title="The bank said" facts={said} empty="Nothing was kept from before reviews had their own records." />
        <Side title="We expected" facts={expected} empty="" />
      </div>
      {attempts.length + answers.length > 0 && (
        <details className={classes.more}>
          <summary>
            {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`} and the bank&apos;s last answers
          </summary>
          <div>
            {attempts.map((attempt) => (
              <Side
                key={attempt.invoiceNo}
                title={attempt.isDuplicate ? 'Charge beyond the price' : 'Attempt'}
                facts={attemptFacts(attempt)}
                empty=""
              />
            ))}
            {answers.map((answer) => (
              <Side
                key={answer.at}
                title={`Answer of ${formatDateTime(answer.at)}: ${answer.outcome}`}
                facts={answer.fields}
                empty="It holds nothing readable."
              />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

function attemptFacts(attempt: ReviewRow['attempts'][number]): Fact[] {
  const facts: [string, string | null][] = [
    ['Invoice', attempt.invoiceNo],
    ['State', attempt.status],
    ['Amount', formatRupees(attempt.amount)],
    ['Bank transaction', attempt.bankTxnId],
    ['Taken', attempt.capturedAt && formatDateTime(attempt.capturedAt)],
    ['Last asked', attempt.lastCheckedAt && formatDateTime(attempt.lastCheckedAt)],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function Side({ title, facts, empty }: { title: string; facts: Fact[]; empty: string }) {
  return (
    <section className={classes.side}>
      <h4 className={classes.sideTitle}>{title}</h4>
      {facts.length === 0 ? (
        <p className={classes.soft}>{empty}</p>
      ) : (
        <dl className={classes.facts}>
          {facts.map(({ label, value }) => (
            <FactLine key={label} label={label} value={value} />
          ))}
        </dl>
      )}
    </section>
  );
}

function FactLine({ label, value }: Fact) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
