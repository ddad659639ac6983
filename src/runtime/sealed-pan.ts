import { maskPan } from '../domain/people/masking.js';
import { CannotOpen, type Vault } from './vault.js';

/** A PAN as staff may see it: masked but for its end. @returns null without a PAN, or when the current keys do not open it */
export function maskSealedPan(vault: Vault, sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    return maskPan(vault.open(sealed));
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
