import { PAGE_SIZE } from '../files/pagination.js';

/** The lists whose length each person chooses. */
export const SIZED_LISTS = ['dashboard', 'admin', 'transactions'] as const;
export type SizedList = (typeof SIZED_LISTS)[number];

/** Rows a page that a person can choose, beside the list's own default. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** How one person wants the staff pages; kept with the account, so it goes along to any device and to nobody else. */
export interface Preferences {
  /** Rows a page; a list without an entry has its default. */
  pageSizes: Partial<Record<SizedList, PageSize>>;
  /** The menu beside the pages shows its icons alone. */
  isMenuFolded: boolean;
}

/** Null or undefined leaves a preference as it is. */
export interface PreferenceChange {
  list?: SizedList | null | undefined;
  /** Rows a page of `list`; ignored without it. */
  pageSize?: number | null | undefined;
  isMenuFolded?: boolean | null | undefined;
}

/** Rows a page of one list. */
export function pageSizeOf({ pageSizes }: Preferences, list: SizedList): number {
  return pageSizes[list] ?? PAGE_SIZE[list];
}

/** The sizes offered for a list, its default among them. */
export function sizesOf(list: SizedList): number[] {
  return [...new Set<number>([PAGE_SIZE[list], ...PAGE_SIZES])].sort((one, other) => one - other);
}

/** @param stored the text of {@link storedPreferences}; what another release wrote and this one does not know is ignored */
export function readPreferences(stored: string | null): Preferences {
  const known = parsed(stored);
  const sizes = isRecord(known['rows']) ? known['rows'] : {};
  const pageSizes = SIZED_LISTS.flatMap((list) => {
    const size = PAGE_SIZES.find((each) => each === sizes[list]);
    return size === undefined ? [] : [[list, size] as const];
  });
  return { pageSizes: Object.fromEntries(pageSizes), isMenuFolded: known['menu'] === 'folded' };
}

/** @returns null when everything is as it was at first */
export function storedPreferences({ pageSizes, isMenuFolded }: Preferences): string | null {
  const stored = {
    ...(Object.keys(pageSizes).length > 0 && { rows: pageSizes }),
    ...(isMenuFolded && { menu: 'folded' }),
  };
  return Object.keys(stored).length === 0 ? null : JSON.stringify(stored);
}

export function changedPreferences(now: Preferences, { list, pageSize, isMenuFolded }: PreferenceChange): Preferences {
  const pageSizes = { ...now.pageSizes };
  if (list && pageSize) {
    const size = PAGE_SIZES.find((each) => each === pageSize);
    if (size === undefined || size === PAGE_SIZE[list]) delete pageSizes[list];
    else pageSizes[list] = size;
  }
  return { pageSizes, isMenuFolded: isMenuFolded ?? now.isMenuFolded };
}

function parsed(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
