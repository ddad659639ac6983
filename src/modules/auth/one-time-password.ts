import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** A first password to hand over: 20 characters, about 99 bits, without look-alikes. */
export function newOneTimePassword(): string {
  return Array.from({ length: GROUPS }, () => randomLetters(GROUP_LENGTH)).join('-');
}

/** Random letters without look-alikes. */
export function randomLetters(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
