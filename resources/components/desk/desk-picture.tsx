import type { DeskPayment } from '../../../src/contracts/desk';
import type { DeskState } from '../../lib/desk-state';
import { formatRupees } from '../../lib/format';
import { subjectOf } from '../../lib/sharing';
import { CheckCircleIcon, CrossCircleIcon, ReturnIcon, StopIcon } from '../ui/icons';
import classes from './desk.module.css';
import { Qr } from './qr';

const BIG = 96;

interface DeskPictureProps {
  desk: DeskPayment;
  state: DeskState;
  /** It was paid before these eyes. */
  celebrates: boolean;
}

/** The code to scan; once there is nothing to scan any more, what became of it. */
export function DeskPicture({ desk, state, celebrates }: DeskPictureProps) {
  if (desk.canPay) {
    const what = `${subjectOf(desk)}, ${formatRupees(desk.amount)}`;
    return <Qr url={desk.paymentUrl} label={`QR code of the payment link for ${desk.customerName}: ${what}`} />;
  }
  return (
    <div className={classes.outcome} data-look={state.look} data-celebrates={celebrates || undefined}>
      <span className={classes.outcomeIcon}>
        {state.look === 'paid' && <CheckCircleIcon size={BIG} />}
        {state.look === 'returned' && <ReturnIcon size={BIG} />}
        {state.look === 'failed' && <CrossCircleIcon size={BIG} />}
        {state.look === 'bank' || state.look === 'ended' ? <StopIcon size={BIG} /> : null}
      </span>
      {state.look === 'paid' && <span className={classes.outcomeNumber}>{desk.tokenNumber}</span>}
    </div>
  );
}
