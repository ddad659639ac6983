import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** Tolerates clock skew of one step to either side. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** 160 random bits in base32, for authenticator apps. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The content of the QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** Normalises a typed code; null for anything else. */
export function totpCodeOf(typed: string): string | null {
  const plain = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(plain) ? plain : null;
}

/**
 * The 30-second step since 1970 of a code; null when it fits none near now. The caller stores the step and accepts no code of
 * that step or an earlier one (RFC 6238, 5.2).
 */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / STEP_MS) + delta;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'TokenDesk', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6 });
}
