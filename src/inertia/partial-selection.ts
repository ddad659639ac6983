/** What a partial reload asked for. Names are compared, never used to look anything up. */
export class PartialSelection {
  constructor(
    private readonly only: readonly string[],
    private readonly except: readonly string[],
  ) {}

  /** True for a wanted path, everything under it, and every step on the way to it; `except` wins. */
  selects(path: string): boolean {
    if (this.except.some((name) => covers(name, path))) return false;
    return this.only.length === 0 || this.only.some((name) => covers(name, path) || covers(path, name));
  }

  /** True when only a part of the value at this path is wanted. */
  narrows(path: string): boolean {
    return this.isBranch(path) || this.except.some((name) => name !== path && covers(path, name));
  }

  /** True when the path itself was not asked for, only something below it. */
  isBranch(path: string): boolean {
    return this.only.length > 0 && !this.only.some((name) => covers(name, path));
  }
}

function covers(name: string, path: string): boolean {
  return name === path || path.startsWith(`${name}.`);
}

export function parseNames(header: string | undefined): string[] {
  if (!header) return [];
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
