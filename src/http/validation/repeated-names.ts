const COLON_NEXT = /[ \t\r\n]*:/y;

/**
 * True when an object of a JSON text repeats a name: JSON.parse keeps the last value, other parsers the first. One pass; invalid
 * JSON is left to the parser.
 */
export function repeatsName(json: string): boolean {
  const names: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '{' || sign === '[') names.push(new Set());
    else if (sign === '}' || sign === ']') names.pop();
    else if (sign === '"') {
      const end = endOfString(json, at);
      if (end < 0) return false;
      COLON_NEXT.lastIndex = end;
      if (COLON_NEXT.test(json) && !isNew(json.slice(at, end), names.at(-1))) return true;
      at = end - 1;
    }
  }
  return false;
}

/** Compared after unescaping: `"a"` and `"\u0061"` are one name. */
function isNew(literal: string, names: Set<string> | undefined): boolean {
  const name = unescaped(literal);
  if (names?.has(name)) return false;
  names?.add(name);
  return true;
}

function unescaped(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
}

/** @returns the position after the closing quote, or -1 */
function endOfString(json: string, begin: number): number {
  for (let at = begin + 1; at < json.length; at += 1) {
    if (json[at] === '\\') at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return -1;
}
