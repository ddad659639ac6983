import type { Request } from 'express';
import type { Principal } from '../runtime/principal.js';

/** Null for anonymous visitors, and where the guard did not run (unknown paths, early errors). */
export function principalOf(req: Request): Principal | null {
  return (req.user as Principal | null | undefined) ?? null;
}
