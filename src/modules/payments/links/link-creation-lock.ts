import { emailKey } from '../../../domain/people/email.js';
import { normalisePhone } from '../../../domain/people/phone.js';
import { createHash } from 'node:crypto';

/** Who a link is for, in normal form; either value identifies the same person. */
export interface Person {
  emailKey: string | null;
  phone: string | null;
}

/** Keys of the lock rows that serialise sales of a tier to a person, in lock order. */
export function linkCreationLockKeys(tierCode: string, person: Person): string[] {
  const names = [person.emailKey && `email ${person.emailKey}`, person.phone && `phone ${person.phone}`];
  return names.flatMap((name) => (name ? [digest(`${tierCode} ${name}`)] : [])).sort();
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Normalised, so that two spellings are one person. */
export function personOf(email: string | undefined, phone: string | undefined | null): Person {
  return { emailKey: emailKey(email), phone: phone ? normalisePhone(phone) : null };
}
