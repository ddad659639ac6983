export type PageMark = number | 'gap-before' | 'gap-after';

/**
 * At most `size` page numbers (three or more): the first, the last, and those around the current one, with a gap where
 * pages are left out.
 */
export function pageMarks(current: number, total: number, size: number): PageMark[] {
  if (total <= size) return range(1, total);
  const inner = size - 2;
  const start = Math.max(2, Math.min(current - Math.floor(inner / 2), total - inner));
  const end = start + inner - 1;
  return [
    1,
    ...(start > 2 ? (['gap-before'] as const) : []),
    ...range(start, end),
    ...(end < total - 1 ? (['gap-after'] as const) : []),
    total,
  ];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
