import { randomLetters } from '../one-time-password.js';

const COUNT = 10;
const GROUP = 5;

/** Ten codes as they are shown, about 50 bits each: hashed like passwords, and guesses are throttled. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => `${randomLetters(GROUP)}-${randomLetters(GROUP)}`);
}

/** The form that is hashed: without blanks and dashes, in lower case. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '');
}

export function isRecoveryCode(typed: string): boolean {
  return typed.length < 40 && /^[a-hjkmnp-z2-9]{10}$/.test(plainRecoveryCode(typed));
}
