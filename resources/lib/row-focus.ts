const ROW = '[data-row-open]';

/** Moves to the next or the previous row's opening link; from elsewhere, into the list. */
export function moveRowFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const current = document.activeElement?.closest('tr')?.querySelector<HTMLElement>(ROW);
  const at = current ? rows.indexOf(current) : step === 1 ? -1 : rows.length;
  const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.focus();
}

/** @returns the link of the row that opens this payment */
export function rowOpener(paymentId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${ROW}[href*="${CSS.escape(paymentId)}"]`);
}

/**
 * After a dialog: back to where it was opened; where that has left the list meanwhile, to the list.
 * @param opener looked for when the dialog has let go
 */
export function focusAfterwards(opener: () => HTMLElement | null): void {
  // The dialog's own keeper of the focus lets go once it has seen that it is closed.
  setTimeout(() => {
    const from = opener();
    const target = from?.isConnected ? from : document.querySelector<HTMLElement>('main');
    target?.focus({ preventScroll: true });
  });
}
