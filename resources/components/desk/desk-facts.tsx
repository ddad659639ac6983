import type { ReactNode } from 'react';
import type { DeskPayment } from '../../../src/contracts/desk';
import { NO_TOKEN_NUMBER, tokenLabel } from '../../../src/domain/payment/token-catalogue';
import { formatDateTime, formatRupees } from '../../lib/format';
import { Identifier } from '../ui/identifier';
import { MailAddress } from '../ui/mail-address';
import { PhoneLink } from '../ui/phone-link';
import { TierMedal } from '../ui/tier-medal';
import { VoidMark } from '../ui/void-mark';
import classes from './desk.module.css';

export function DeskFacts({ desk }: { desk: DeskPayment }) {
  return (
    <dl className={classes.facts}>
      <Fact label="Token">
        <span className={classes.tier}>
          <span aria-hidden="true">
            <TierMedal type={desk.tokenType} />
          </span>
          {tokenLabel(desk.tokenType)}
          {desk.tokenNumber !== NO_TOKEN_NUMBER && <Identifier value={desk.tokenNumber} what="token number" />}
          {desk.tokenVoid && <VoidMark />}
        </span>
      </Fact>
      <Fact label="Amount">
        <strong className={classes.amount}>{formatRupees(desk.amount)}</strong>
      </Fact>
      {desk.refundedAmount > 0 && <Fact label="Refunded">{formatRupees(desk.refundedAmount)}</Fact>}
      {desk.pendingRefundAmount > 0 && <Fact label="Refund on its way">{formatRupees(desk.pendingRefundAmount)}</Fact>}
      <Fact label="Email" wide>
        <MailAddress address={desk.customerEmail} />
      </Fact>
      <Fact label="Mobile">{desk.phone ? <PhoneLink phone={desk.phone} of={desk.customerName} /> : 'None given'}</Fact>
      {desk.pan && <Fact label="PAN">{desk.pan}</Fact>}
      {desk.paidAt ? (
        <Fact label="Paid">{formatDateTime(desk.paidAt)}</Fact>
      ) : (
        <Fact label={desk.canPay ? 'Link works until' : 'Link was valid until'}>
          {formatDateTime(desk.paymentLinkExpiresAt)}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={wide}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
