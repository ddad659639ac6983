import type { DeskPayment } from '../../src/contracts/desk';
import { MESSAGES } from '../../src/contracts/messages';
import { firstName } from '../../src/domain/people/masking';
import { bankMobile } from '../../src/domain/people/phone';
import { formatDateTime, formatRupees } from './format';
import { tierWord } from './tier-word';

type Sold = Pick<DeskPayment, 'paymentType' | 'tierCode' | 'tierName'>;
type Shared = Sold & Pick<DeskPayment, 'customerName' | 'amount' | 'paymentLinkExpiresAt' | 'paymentUrl'>;

const COUNTRY = '91';
const WORDS = MESSAGES.share;

/** What is sent with a link: for whom, what, how much, until when. */
export function shareText(shared: Shared): string {
  const { customerName, tierCode, tierName, amount, paymentLinkExpiresAt, paymentUrl } = shared;
  const until = formatDateTime(paymentLinkExpiresAt);
  const what = wordsFor(shared, WORDS.token, WORDS.upgrade)(tierWord(tierCode, tierName), formatRupees(amount));
  return WORDS.text(firstName(customerName), what, until, paymentUrl);
}

/** Over that text, where the way it goes has room for a title. */
export function shareTitle(sold: Sold): string {
  return wordsFor(sold, WORDS.title, WORDS.upgradeTitle)(tierWord(sold.tierCode, sold.tierName));
}

/** What is paid for, as a title. */
export function subjectOf(sold: Pick<Sold, 'paymentType' | 'tierName'>): string {
  return wordsFor(sold, WORDS.subject, WORDS.upgradeSubject)(sold.tierName);
}

/** The price of an upgrade is not that of the token which it makes. */
function wordsFor<T>({ paymentType }: Pick<Sold, 'paymentType'>, token: T, upgrade: T): T {
  return paymentType === 'upgrade' ? upgrade : token;
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
