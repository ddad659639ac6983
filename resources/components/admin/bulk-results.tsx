import type { SelectedPayment, Selection } from '../../../src/contracts/bulk';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';
import type { Results, RowOutcome } from '../../lib/bulk-run';
import { formatCount, formatRupees } from '../../lib/format';
import { Pill, type PillTone } from '../ui/pill';
import classes from './list-tools.module.css';

type Shown = RowOutcome | 'refused' | 'waiting';

const WORDS: Readonly<Record<Shown, { label: string; tone: PillTone }>> = {
  done: { label: 'Done', tone: 'green' },
  denied: { label: 'Refused', tone: 'amber' },
  failed: { label: 'Failed', tone: 'red' },
  refused: { label: 'Not possible', tone: 'grey' },
  waiting: { label: 'Waiting', tone: 'grey' },
};

interface BulkResultsProps {
  selection: Selection;
  results: Results;
  running: boolean;
}

/** One line for each payment: what came of it, or why nothing does. */
export function BulkResults({ selection: { payments }, results, running }: BulkResultsProps) {
  if (payments.length === 0) return null;
  const isBegun = running || results.size > 0;
  const possible = payments.filter(({ denial }) => denial === null).length;
  const of = (outcome: RowOutcome) => [...results.values()].filter((result) => result.outcome === outcome).length;
  const rest = [
    [of('denied'), 'refused'],
    [of('failed'), 'failed'],
    [payments.length - possible, 'not possible'],
    [running ? 0 : possible - results.size, 'not begun'],
  ] as const;
  const summary = [`${formatCount(of('done'))} done`]
    .concat(rest.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`))
    .join(', ');
  return (
    <>
      {isBegun && (
        <div className={classes.progress}>
          <progress max={possible} value={results.size} aria-label="Payments done" />
          <p role="status">{running ? `${formatCount(results.size)} of ${formatCount(possible)}…` : `${summary}.`}</p>
        </div>
      )}
      <ul className={classes.results} aria-label="Result for each payment" tabIndex={0}>
        {payments.map((payment) => (
          <ResultLine key={payment.paymentId} payment={payment} results={results} isBegun={isBegun} />
        ))}
      </ul>
    </>
  );
}

interface LineProps {
  payment: SelectedPayment;
  results: Results;
  isBegun: boolean;
}

function ResultLine({ payment, results, isBegun }: LineProps) {
  const { paymentId, customerName, tokenType, amount, denial } = payment;
  const result = results.get(paymentId);
  const shown: Shown = denial === null ? (result?.outcome ?? 'waiting') : 'refused';
  const text = denial ?? result?.text ?? '';
  return (
    <li>
      <span className={classes.who}>
        <strong>{customerName}</strong> · {tokenLabel(tokenType)} {formatRupees(amount)}
        {text && <span className={classes.said}>{text}</span>}
      </span>
      {(isBegun || shown === 'refused') && <Pill tone={WORDS[shown].tone}>{WORDS[shown].label}</Pill>}
    </li>
  );
}
