import { parseFlatJson } from '../../../src/domain/bank-hash/flat-json';

export type Payload = Record<string, string | boolean | null>;

/**
 * What was typed or pasted as names and values: a JSON object, or a form body or query string. JSON numbers keep the text
 * that was written: 51000.00 is not 51000 to a hash.
 * @returns null for anything else
 */
export function readPayload(typed: string): Payload | null {
  const text = typed.trim();
  if (text.startsWith('{')) {
    const fields = parseFlatJson(text);
    return fields === null ? null : { ...fields };
  }
  return text.includes('=') ? readForm(text.replace(/^[^?=&]*\?/, '')) : null;
}

/** A name that comes twice, or an encoding that is broken, is no message that was ever signed. */
function readForm(text: string): Payload | null {
  const payload: Payload = {};
  for (const pair of text.split('&').filter(Boolean)) {
    const [name = '', ...rest] = pair.split('=').map((part) => part.replaceAll('+', ' '));
    try {
      const decoded = decodeURIComponent(name);
      if (Object.hasOwn(payload, decoded)) return null;
      payload[decoded] = decodeURIComponent(rest.join('='));
    } catch {
      return null;
    }
  }
  return payload;
}
