const ROW = '[data-row-open]';

/** Moves to the next or the previous row's opening link; from elsewhere, into the list. */
export function moveRowFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const current = document.activeElement?.closest('tr')?.querySelector<HTMLElement>(ROW);
  const at = current ? rows.indexOf(current) : step === 1 ? -1 : rows.length;
  const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.focus();
}
