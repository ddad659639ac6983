import { textsIn, type Words } from '../../contracts/words/index.js';
import { tierName } from '../../contracts/words/tier-name.js';
import { isLanguage, type Language, LANGUAGES } from '../../contracts/words/languages.js';
import { dateFormatsIn } from '../../domain/calendar/ist-time.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';

/** Of an email to a customer. */
export interface CustomerEmailData {
  /** In which the customer last used the payment page; missing in emails queued by older releases. */
  language?: Language;
  firstName: string;
  /** Name of the tier in the payment's version of the catalogue; missing in emails queued by older releases. */
  tierName?: string;
}

/** What every email to a customer is written with. */
export interface CustomerTexts {
  language: Language;
  words: Words;
  mails: Words['mails'];
  greeting: string;
  /** `Gold`, in the customer's language or as the catalogue names it. */
  tierOf: (type: TokenType) => string;
  /** `Gold token`, in the customer's language. */
  tokenOf: (type: TokenType) => string;
  /** `25 Nov 2026, 6:53 pm IST` */
  moment: (iso: string) => string;
}

/** A token number as an email shows it. Missing in emails queued by older releases. */
export interface NumberStanding {
  /** The number is void: refunded in full, or an upgrade that was revoked. */
  tokenVoid?: boolean;
  /** The number that an upgrade has issued in its place. */
  replacedBy?: string | null;
}

/** Beside a number that is not the customer's any more. */
export function noteBeside(
  { tokenVoid, replacedBy }: NumberStanding,
  { words, mails }: CustomerTexts,
): { note?: string } {
  if (tokenVoid) return { note: mails.void };
  return replacedBy ? { note: words.replacedBy(replacedBy) } : {};
}

export function textsFor(data: CustomerEmailData): CustomerTexts {
  // What is queued may come from another release.
  const language = isLanguage(data.language) ? data.language : LANGUAGES[0];
  const words = textsIn(language);
  const nameOf = (type: TokenType) => tierName(words, type, data.tierName ?? '');
  const { moment } = dateFormatsIn(`${language}-IN-u-nu-latn`);
  return {
    language,
    words,
    mails: words.mails,
    greeting: words.mails.dear(data.firstName),
    tierOf: nameOf,
    tokenOf: (type) => words.tokenOf(nameOf(type)),
    moment: (iso) => `${moment(iso)} IST`,
  };
}
