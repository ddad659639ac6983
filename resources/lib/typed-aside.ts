import type { CustomerForm } from './customer-form';

/** Of each person: whoever signs in on the same device next does not get the customer of somebody else. */
const keyOf = (personId: string) => `tokendesk.aside.${personId}`;

/** Keeps the customer whom the form held, for as long as a waiting sale is mended in it. @returns whether this browser can */
export function setAside(personId: string, typed: CustomerForm): boolean {
  try {
    sessionStorage.setItem(keyOf(personId), JSON.stringify(typed));
    return true;
  } catch {
    return false;
  }
}

/** Brings that customer back, once. */
export function takeAside(personId: string): CustomerForm | null {
  try {
    const stored = sessionStorage.getItem(keyOf(personId));
    sessionStorage.removeItem(keyOf(personId));
    return JSON.parse(stored ?? 'null') as CustomerForm | null;
  } catch {
    return null;
  }
}
