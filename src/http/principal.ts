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
}
