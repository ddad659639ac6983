import { Refusal } from '../../runtime/refusal.js';
import { isWellFormed } from '../../http/index.js';
import { isCommonPassword } from './common-passwords.js';

export const PASSWORD_MIN = 12;
/** Code points. Longer input is refused before the costly hash. */
const PASSWORD_MAX = 1024;
const PRODUCT_WORDS = ['tokendesk', 'token-desk', 'token desk'];
const ENOUGH_OF_ITS_OWN = 8;

export interface PasswordOwner {
  email: string;
  name?: string;
}

/** Unicode normal form: the same characters typed on two machines are one password. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC');
}

/** Whether the text can be a password. Lone surrogates would all hash as the same replacement character. */
export function isHashable(password: string): boolean {
  const isShort = password.length <= 2 * PASSWORD_MAX && [...password].length <= PASSWORD_MAX;
  return password.length > 0 && isShort && !password.includes('\0') && isWellFormed(password);
}

/**
 * Checks length and common passwords, no composition rules (NIST 800-63B).
 * @param field name of the form's field
 * @throws PASSWORD_TOO_WEAK
 */
export async function assertGoodPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const fault = await faultOf(password, owner);
  if (fault !== null) throw new Refusal('PASSWORD_TOO_WEAK', { message: fault, details: { [field]: fault } });
}

async function faultOf(password: string, owner: PasswordOwner): Promise<string | null> {
  const normal = normalisePassword(password);
  if ([...normal].length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`;
  if (!isHashable(normal)) return `Use at most ${PASSWORD_MAX} characters, and none that are broken.`;
  const lower = normal.toLowerCase();
  if (new Set(lower).size < 4) return 'Use more than a few different characters.';
  if (await isCommonPassword(lower)) {
    return 'This password is on a list of common passwords. Please choose another one.';
  }
  if (ownPart(lower, owner).length < ENOUGH_OF_ITS_OWN) {
    return 'Do not build the password from the product name, your name or your email address.';
  }
  return null;
}

/** The password without words that everybody would try first. */
function ownPart(password: string, { email, name = '' }: PasswordOwner): string {
  const words = [...PRODUCT_WORDS, email, ...email.split(/[@.+_-]/), ...name.split(/\s+/)]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length);
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password);
  return rest.replace(/[\p{P}\p{Sm}\p{Sc}\p{Sk}\s]/gu, '');
}
