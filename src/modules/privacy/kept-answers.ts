import { ERASED_TEXT } from '../../domain/erased-customer.js';

const PERSONAL_FIELD = /name|e-?mail|phone|mobile|pan(card)?$|message|warning|reason/i;

/**
 * A kept answer to a repeated request, as JSON, without the person: ids, states and amounts stay, so that the repetition
 * still makes nothing twice.
 * @param known what the person was called, to be found in any text
 */
export function answerWithoutPerson(body: string, known: readonly string[]): string {
  try {
    return JSON.stringify(scrubbed(JSON.parse(body) as unknown, known));
  } catch {
    return 'null';
  }
}

function scrubbed(value: unknown, known: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => scrubbed(item, known));
  if (typeof value === 'string') return known.some((part) => value.includes(part)) ? ERASED_TEXT : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'string' && item !== '' && PERSONAL_FIELD.test(name) ? ERASED_TEXT : scrubbed(item, known),
    ]),
  );
}
