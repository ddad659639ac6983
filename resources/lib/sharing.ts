import type { DeskPayment } from '../../src/contracts/desk';
import { MESSAGES } from '../../src/contracts/messages';
import { firstName } from '../../src/domain/people/masking';
import { bankMobile } from '../../src/domain/people/phone';
import { tokenLabel } from '../../src/domain/payment/token-catalogue';
import { formatDateTime, formatRupees } from './format';

type Shared = Pick<DeskPayment, 'customerName' | 'tokenType' | 'amount' | 'paymentLinkExpiresAt' | 'paymentUrl'>;

const COUNTRY = '91';

/** What is sent with a link: for whom, what, how much, until when. */
export function shareText({ customerName, tokenType, amount, paymentLinkExpiresAt, paymentUrl }: Shared): string {
  const until = formatDateTime(paymentLinkExpiresAt);
  const tier = tokenLabel(tokenType).toLowerCase();
  return MESSAGES.share.text(firstName(customerName), tier, formatRupees(amount), until, paymentUrl);
}

/** @param phone `+91…`; without one the person is chosen in WhatsApp */
export function whatsAppUrl(phone: string | null, text: string): string {
  const number = phone ? `${COUNTRY}${bankMobile(phone)}` : '';
  const address = `https://wa.me/${number}`;
  return text === '' ? address : `${address}?text=${encodeURIComponent(text)}`;
}

/** `payment-link-asha-gold`; letters of any script are kept, what file systems dislike is not. */
export function fileNameOf({ customerName, tokenType }: Pick<Shared, 'customerName' | 'tokenType'>): string {
  const name = firstName(customerName)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return `payment-link-${name || 'customer'}-${tokenType}`;
}
