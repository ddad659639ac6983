import type { Request } from 'express';
import type { Role } from '../domain/roles.js';

/** Whoever is signed in, read from the database on each request. */
export interface Principal {
  userId: number;
  sessionId: number;
  sessionJti: string;
  name: string;
  email: string;
  role: Role;
  via: 'cookie' | 'bearer';
  /** Signs in with a code besides the password. */
  secondFactor: boolean;
  /** When this session's owner last showed a password or a code. */
  verifiedAt: Date;
  /** Has to switch a second factor on before anything else. */
  setupRequired: boolean;
}

/** Null for a visitor who is not signed in, and wherever the guard did not run (unknown paths, early errors). */
export function principalOf(req: Request): Principal | null {
  return (req.user as Principal | null | undefined) ?? null;
}
