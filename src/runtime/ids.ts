import { createHash, randomBytes, randomInt } from 'node:crypto';

const LINK_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** No 0, so that no run of zeros can pass for a response code (docs/bank-protocol.md#hash-weakness). */
const REFERENCE_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Unguessable public id: 26 characters, 130 bits, URL-safe, without look-alikes. */
export function newPublicId(): string {
  return publicIdOf(randomBytes(26));
}

/** Deterministic and guessable: a unique key on it makes what the text names exist once. */
export function derivedPublicId(text: string): string {
  return publicIdOf(createHash('sha256').update(text).digest().subarray(0, 26));
}

function publicIdOf(bytes: Uint8Array): string {
  let id = '';
  for (const byte of bytes) id += LINK_ALPHABET[byte & 31];
  return id;
}

/** The form of {@link newPublicId}; anything else is not ours. */
export const PUBLIC_ID = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** Whether a number has the form of {@link newBankReference} for a refund. */
export function isRefundReference(reference: string): boolean {
  return /^RF[0-9A-Z]{18}$/.test(reference);
}

/**
 * A merchant transaction number for the bank: alphanumeric, 20 characters, about 90 random bits. `TD` is a payment, `RF` a
 * refund, `TP` a test payment.
 */
export function newBankReference(prefix: 'TD' | 'RF' | 'TP'): string {
  let reference: string = prefix;
  while (reference.length < 20) reference += REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)];
  return reference;
}
