import type { ReactNode } from 'react';
import type { DeskPayment } from '../../../src/contracts/desk';
import { NO_TOKEN_NUMBER } from '../../../src/domain/payment/token-catalogue';
import { formatDateTime, formatRupees } from '../../lib/format';
import { whatsAppUrl } from '../../lib/sharing';
import { Identifier } from '../ui/identifier';
import { MailAddress } from '../ui/mail-address';
import { PhoneLink } from '../ui/phone-link';
import { TierMedal } from '../ui/tier-medal';
import { VoidMark } from '../ui/void-mark';
import classes from './desk.module.css';

export function DeskFacts({ desk, showsSeller }: { desk: DeskPayment; showsSeller: boolean }) {
  return (
    <dl className={classes.facts}>
      <Fact label="Token">
        <span className={classes.tier}>
          <span aria-hidden="true">
            <TierMedal type={desk.tokenType} />
          </span>
          {desk.tierName}
          {desk.tokenNumber !== NO_TOKEN_NUMBER && <Identifier value={desk.tokenNumber} what="token number" />}
          {desk.tokenVoid && <VoidMark />}
        </span>
      </Fact>
      <Fact label="Amount">
        <strong className={classes.amount}>{formatRupees(desk.amount)}</strong>
      </Fact>
      <Fact label="Email" wide>
        <MailAddress address={desk.customerEmail} />
      </Fact>
      <Fact label="Mobile">
        {desk.phone ? (
          <>
            <PhoneLink phone={desk.phone} of={desk.customerName} />{' '}
            <a
              className={classes.chat}
              href={whatsAppUrl(desk.phone, '')}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Write to ${desk.customerName} on WhatsApp`}
            >
              WhatsApp
            </a>
          </>
        ) : (
          'None given'
        )}
      </Fact>
      {desk.pan && <Fact label="PAN">{desk.pan}</Fact>}
      {desk.soldIn && (
        <Fact label="Sold in" wide>
          {desk.soldIn.project}, {desk.soldIn.event}
        </Fact>
      )}
      {showsSeller && <Fact label="Sold by">{desk.salesManagerName}</Fact>}
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
