const MAX_DEPTH = 8;
const MAX_ENTRIES = 2000;
/** Names that every object has already: copied onto one they reach its prototype, or are dropped without a word. */
const FORBIDDEN = new Set(['prototype', ...Object.getOwnPropertyNames(Object.prototype)]);

export function isForbiddenName(name: string): boolean {
  return FORBIDDEN.has(name);
}

/** True for a body that nests too deep, has too many entries, or a forbidden name. Never recurses. */
export function hasForbiddenShape(body: unknown): boolean {
  let level: unknown[] = [body];
  let entries = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth >= MAX_DEPTH) return true;
      for (const [name, item] of Object.entries(value)) {
        entries += 1;
        if (entries > MAX_ENTRIES || FORBIDDEN.has(name)) return true;
        below.push(item);
      }
    }
    level = below;
  }
  return false;
}
