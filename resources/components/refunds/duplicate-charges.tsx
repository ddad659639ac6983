import type { DuplicateCharge } from '../../../src/contracts/refunds';
import { formatDateTime, formatRupees } from '../../lib/format';
import { Button } from '../ui/controls';
import classes from './refund.module.css';

interface DuplicateChargesProps {
  charges: DuplicateCharge[];
  chosen: DuplicateCharge | null;
  isEnabled: boolean;
  /** The form beside it has a request that must not be lost. */
  isHeld: boolean;
  /** Null: back to the payment itself. */
  onChoose: (charge: DuplicateCharge | null) => void;
}

function stateOf(charge: DuplicateCharge): string {
  const parts = [
    charge.refundedAmount > 0 && `${formatRupees(charge.refundedAmount)} refunded`,
    charge.pendingRefundAmount > 0 && `${formatRupees(charge.pendingRefundAmount)} on its way back`,
    charge.refundableAmount > 0 && `${formatRupees(charge.refundableAmount)} to give back`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Money taken twice is not the payment's: giving it back leaves the token as it is. */
export function DuplicateCharges({ charges, chosen, isEnabled, isHeld, onChoose }: DuplicateChargesProps) {
  return (
    <section className={classes.section} aria-labelledby="duplicate-charges">
      <h3 id="duplicate-charges" className={classes.heading}>
        Charged more than once
      </h3>
      <ul className={classes.list}>
        {charges.map((charge) => (
          <li key={charge.id} className={classes.row}>
            <div className={classes.what}>
              <p className={classes.strong}>{formatRupees(charge.amount)}</p>
              <p className={classes.soft}>{stateOf(charge)}</p>
              {charge.notRefundable && <p className={classes.soft}>{charge.notRefundable}</p>}
              <p className={classes.soft}>
                {charge.capturedAt && formatDateTime(charge.capturedAt)}
                {charge.bankTxnId && <span className={classes.number}> · bank {charge.bankTxnId}</span>}
              </p>
            </div>
            {isEnabled && charge.notRefundable === null && chosen?.id !== charge.id && (
              <Button variant="default" disabled={isHeld} onClick={() => onChoose(charge)}>
                Refund {formatRupees(charge.refundableAmount)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen && (
        <Button variant="subtle" disabled={isHeld} onClick={() => onChoose(null)}>
          Back to the payment
        </Button>
      )}
    </section>
  );
}
