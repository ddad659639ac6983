import { maskPan } from '../domain/masking.js';
import { CannotOpen, type Vault } from './vault.js';

/**
 * A PAN as staff may see it: it is opened for its end alone, and never leaves as a whole.
 * @returns null where none is known, or where the present keys do not open it
 */
export function shownPan(vault: Vault, sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    return maskPan(vault.open(sealed));
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
