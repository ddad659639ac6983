/** The staff side's: resources/lib/device-person.ts and resources/lib/waiting-mark.ts. */
const PERSON = 'tokendesk.person';
const WAITING = 'tokendesk.waiting';

/** On the offline page of a device that sells: how many sales wait, and the form, which opens without a network. */
export function showWaiting(root: ParentNode): void {
  try {
    const person = JSON.parse(localStorage.getItem(PERSON) ?? 'null') as { id: string } | null;
    if (!person) return;
    show(root, '[data-sell]');
    const counts = JSON.parse(localStorage.getItem(WAITING) ?? '{}') as Record<string, number>;
    const count = counts[person.id];
    if (!count) return;
    show(root, '[data-waiting]');
    const place = root.querySelector('[data-waiting-count]');
    if (place) place.textContent = String(count);
  } catch {
    // Nothing is known here: the page says what it says to everybody.
  }
}

function show(root: ParentNode, selector: string): void {
  root.querySelector(selector)?.removeAttribute('hidden');
}
