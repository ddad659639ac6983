import type { ReactNode } from 'react';
import type { DeskPayment } from '../../../src/contracts/desk';
import { NO_TOKEN_NUMBER, tokenLabel } from '../../../src/domain/token-catalogue';
import { formatDateTime, formatPhone, formatRupees } from '../../lib/format';
import { Identifier } from '../ui/identifier';
import { MailAddress } from '../ui/mail-address';
import { TierMedal } from '../ui/tier-medal';
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
        </span>
      </Fact>
      <Fact label="Amount">
        <strong className={classes.amount}>{formatRupees(desk.amount)}</strong>
      </Fact>
      <Fact label="Email" wide>
        <MailAddress address={desk.customerEmail} />
      </Fact>
      <Fact label="Mobile">{desk.phone ? formatPhone(desk.phone) : 'None given'}</Fact>
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
