import type { DayClosing } from '../../../src/contracts/day-close';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';
import { formatCount, formatDateTime, formatRupees } from '../../lib/format';
import { Callout } from '../ui/callout';
import classes from './day-close.module.css';

/**
 * Two different questions: were the stored figures touched, and has the day moved on since.
 * @param isNarrowed the second one is answered for some projects or events; a closing is always of all of them
 */
export function ClosingState({ closing, isNarrowed }: { closing: DayClosing; isNarrowed: boolean }) {
  const { isIntact, changes, later } = closing;
  return (
    <>
      {isIntact ? (
        <Callout tone="success" title={`Closed ${formatDateTime(closing.closedAt)} by ${closing.closedBy}`}>
          The stored figures{isNarrowed && ' of all projects and events'} are exactly those that were closed (entry{' '}
          {closing.sequence}). <span className={classes.hash}>SHA-256 {closing.hash}</span>
        </Callout>
      ) : (
        <Callout tone="error" title="The stored figures were tampered with">
          They no longer give the hash of {formatDateTime(closing.closedAt)}, are those of another day, or a day closed
          before has been changed. Nothing in the product does that: somebody changed the database. Compare with the
          printed sheet and a backup.
        </Callout>
      )}
      {changes.length === 0 ? (
        <Callout tone="info">
          Unchanged since closing: counted again now, every figure{isNarrowed && ' of what is shown here'} is the same.
        </Callout>
      ) : (
        <Callout tone="warning" title="Later movements">
          Counted again now, some figures{isNarrowed && ' of what is shown here'} differ from the closed ones. That is
          normal when the bank decides a payment after the day was closed; the closed figures stay as they are.
          <ul className={classes.list}>
            {changes.map((change) => (
              <li key={`${change.seller}${change.tokenType}${change.soldIn?.event ?? ''}${change.figure}`}>
                {change.seller}, {tokenLabel(change.tokenType)}, {change.soldIn && `${change.soldIn.event}, `}
                {change.label}: {shown(change.before, change.isMoney)} → {shown(change.after, change.isMoney)}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {(later.paid > 0 || later.refunds > 0) && (
        <Callout tone="info" title="Since the closing">
          {isNarrowed ? 'Of what is shown here: of' : 'Of'} the links made that day {formatCount(later.paid)} were paid
          later ({formatRupees(later.paidAmount)}); of the payments of that day {formatCount(later.refunds)} refunds
          were completed later ({formatRupees(later.refundedAmount)}
          ). They count on their own days.
        </Callout>
      )}
    </>
  );
}

function shown(value: number, isMoney: boolean): string {
  return isMoney ? formatRupees(value) : formatCount(value);
}
