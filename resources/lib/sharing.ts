import type { DeskPayment } from '../../src/contracts/desk';
import { MESSAGES } from '../../src/contracts/messages';
import { firstName } from '../../src/domain/people/masking';
import { bankMobile } from '../../src/domain/people/phone';
import { formatDateTime, formatRupees } from './format';
import { tierWord } from './tier-word';

type Shared = Pick<
  DeskPayment,
  'customerName' | 'tierCode' | 'tierName' | 'amount' | 'paymentLinkExpiresAt' | 'paymentUrl'
>;

const COUNTRY = '91';

/** What is sent with a link: for whom, what, how much, until when. */
export function shareText(shared: Shared): string {
  const { customerName, tierCode, tierName, amount, paymentLinkExpiresAt, paymentUrl } = shared;
  const until = formatDateTime(paymentLinkExpiresAt);
  const tier = tierWord(tierCode, tierName);
  return MESSAGES.share.text(firstName(customerName), tier, formatRupees(amount), until, paymentUrl);
}

/** @param phone `+91…`; without one the person is chosen in WhatsApp */
export function whatsAppUrl(phone: string | null, text: string): string {
  const number = phone ? `${COUNTRY}${bankMobile(phone)}` : '';
  const address = `https://wa.me/${number}`;
  return text === '' ? address : `${address}?text=${encodeURIComponent(text)}`;
}

/** `payment-link-asha-gold`; letters of any script are kept, what file systems dislike is not. */
export function fileNameOf({ customerName, tierCode }: Pick<Shared, 'customerName' | 'tierCode'>): string {
  const name = firstName(customerName)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return `payment-link-${name || 'customer'}-${tierCode}`;
}
