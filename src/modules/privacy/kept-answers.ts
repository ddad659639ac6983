import { ERASED_TEXT } from '../../domain/people/erased-customer.js';

const PERSONAL_FIELD = /name|e-?mail|phone|mobile|pan(card)?$|message|warning|reason/i;

interface KnownPerson {
  name: string;
  /** Email and phone. */
  addresses: readonly string[];
}

/**
 * An idempotency answer without personal data: ids, states and amounts stay, so a repetition still creates nothing.
 * @param person name and addresses to be removed from any text
 */
export function answerWithoutPerson(body: string, person: KnownPerson): string {
  try {
    return JSON.stringify(scrubbed(JSON.parse(body) as unknown, namesPerson(person)));
  } catch {
    return 'null';
  }
}

/** Names match as whole words only, since they may be part of another word. */
function namesPerson({ name, addresses }: KnownPerson): (text: string) => boolean {
  const word = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${escaped(name)}(?![\p{L}\p{M}\p{N}])`, 'u');
  return (text) => word.test(text) || addresses.some((address) => text.includes(address));
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function scrubbed(value: unknown, isPersonal: (text: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => scrubbed(item, isPersonal));
  if (typeof value === 'string') return isPersonal(value) ? ERASED_TEXT : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'string' && item !== '' && PERSONAL_FIELD.test(name) ? ERASED_TEXT : scrubbed(item, isPersonal),
    ]),
  );
}
