/**
 * Only ASCII goes to the bank: its sample code hashes other characters as `?`, and its validator refuses accents, apostrophe and
 * ampersand (docs/bank-protocol.md#invoice). The real name stays here.
 */
const MAX_NAME = 45;
const MAX_DESCRIPTION = 100;
const MAX_EMAIL = 48;

/** A payer's name as the bank accepts it: letters, digits, blank, dot, hyphen, at most 45; `Customer` when nothing is left. */
export function bankName(name: string): string {
  const plain = toAscii(name, /[^A-Za-z0-9 .-]+/g, MAX_NAME);
  return /[A-Za-z]/.test(plain) ? plain : 'Customer';
}

/** A description of what is bought, in the same characters. */
export function bankDescription(text: string, fallback: string): string {
  const plain = toAscii(text, /[^A-Za-z0-9 .-]+/g, MAX_DESCRIPTION);
  return /[A-Za-z0-9]/.test(plain) ? plain : fallback;
}

/** An echo parameter or address that must not be altered: undefined when it is not plain ASCII. */
export function asciiOrNothing(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed !== undefined && /^[\x21-\x7e][\x20-\x7e]*$/.test(trimmed) ? trimmed : undefined;
}

/** An address that the bank may refuse as invalid is left out where a mobile number is there: one of the two is enough. */
export function bankEmail(email: string, mobile10: string | undefined): string | undefined {
  const plain = asciiOrNothing(email);
  const isTaken = plain !== undefined && plain.length <= MAX_EMAIL && !/['&]/.test(plain);
  return isTaken || !mobile10 ? plain : undefined;
}

function toAscii(text: string, refused: RegExp, max: number): string {
  const withoutAccents = text.normalize('NFD').replace(/\p{M}+/gu, '');
  const lettered = withoutAccents.replace(/ß/g, 'ss').replace(/[øØ]/g, 'o').replace(/[łŁ]/g, 'l').replace(/[’'`]/g, '');
  return lettered.replace(refused, ' ').replace(/\s+/g, ' ').trim().slice(0, max).trim();
}
