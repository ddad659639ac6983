/** The props that a partial reload selects. Names are compared, never used for lookups. */
export class PartialSelection {
  constructor(
    private readonly only: readonly string[],
    private readonly except: readonly string[],
  ) {}

  /** True for a selected path, everything below it and every step to it; `except` wins. */
  selects(path: string): boolean {
    if (this.except.some((name) => covers(name, path))) return false;
    return this.only.length === 0 || this.only.some((name) => covers(name, path) || covers(path, name));
  }

  /** True when only a part of the value at this path is selected. */
  narrows(path: string): boolean {
    return this.isBranch(path) || this.except.some((name) => name !== path && covers(path, name));
  }

  /** True when only something below the path is selected. */
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
