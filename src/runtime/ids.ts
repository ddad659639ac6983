import { createHash, randomBytes, randomInt } from 'node:crypto';

const LINK_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** No 0, so that no run of zeros can be taken for a response code inside the bank's separator-free hash message. */
const REFERENCE_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Unguessable public id: 26 characters, 130 bits, safe in URLs and QR codes, no letters that read alike. */
export function newPublicId(): string {
  return publicIdOf(randomBytes(26));
}

/** The same text always gives the same id: a unique key on it lets what the text names be made only once. Guessable. */
export function derivedPublicId(text: string): string {
  return publicIdOf(createHash('sha256').update(text).digest().subarray(0, 26));
}

function publicIdOf(bytes: Uint8Array): string {
  let id = '';
  for (const byte of bytes) id += LINK_ALPHABET[byte & 31];
  return id;
}

/** The shape that {@link newPublicId} makes; anything else cannot be one of ours. */
export const PUBLIC_ID = /^[0-9a-hjkmnp-tv-z]{26}$/;

/**
 * A merchant transaction number for the bank: alphanumeric, 20 characters, about 90 random bits. `TD` is a payment, `RF` a
 * refund, `TP` a test payment.
 */
export function newBankReference(prefix: 'TD' | 'RF' | 'TP'): string {
  let reference: string = prefix;
  while (reference.length < 20) reference += REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)];
  return reference;
}
