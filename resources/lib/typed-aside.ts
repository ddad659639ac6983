import type { CustomerForm } from './customer-form';

const KEY = 'tokendesk.aside';

/** Keeps the customer whom the form held, for as long as a waiting sale is mended in it. @returns whether this browser can */
export function setAside(typed: CustomerForm): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed));
    return true;
  } catch {
    return false;
  }
}

/** Brings that customer back, once. */
export function takeAside(): CustomerForm | null {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return JSON.parse(stored ?? 'null') as CustomerForm | null;
  } catch {
    return null;
  }
}
