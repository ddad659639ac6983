const MAX_DEPTH = 8;
const MAX_ENTRIES = 2000;
/** Names of Object.prototype: assigned to an object they reach its prototype or are dropped. */
const FORBIDDEN = new Set(['prototype', ...Object.getOwnPropertyNames(Object.prototype)]);

export function isForbiddenName(name: string): boolean {
  return FORBIDDEN.has(name);
}

/** True for a body that is nested too deep, has too many entries, or a forbidden name. Iterative. */
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
