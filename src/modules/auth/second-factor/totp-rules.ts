import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** Clocks of telephones are a little off: one step to either side. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** 160 random bits, in the letters that authenticator apps take. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code says. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** A code as people type it; null for what cannot be one. */
export function totpCodeOf(typed: string): string | null {
  const plain = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(plain) ? plain : null;
}

/**
 * The 30-second step since 1970 that a code belongs to; null when it fits none near now. Whoever takes a code remembers its
 * step and takes none of that step or before it again (RFC 6238, 5.2).
 */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / STEP_MS) + delta;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'TokenDesk', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6 });
}
