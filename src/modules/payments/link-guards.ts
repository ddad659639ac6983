import { createHash } from 'node:crypto';
import type { TokenType } from '../../domain/token-catalogue.js';

/** Whom a link is for, in normal form: one of the two is enough to be the same person. */
export interface Person {
  emailKey: string | null;
  phone: string | null;
}

/** The rows by which one desk at a time sells a tier to a person, in the order in which they are locked. */
export function guardKeysOf(tokenType: TokenType, person: Person): string[] {
  const names = [person.emailKey && `email ${person.emailKey}`, person.phone && `phone ${person.phone}`];
  return names.flatMap((name) => (name ? [digest(`${tokenType} ${name}`)] : [])).sort();
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
