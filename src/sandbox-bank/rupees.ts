/** `51000.00` to paise; null for every other spelling. */
export function parseRupees(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,9}\.\d{2}$/.test(text)) return null;
  return Number(text.replace('.', ''));
}

export function rupeeText(paise: number): string {
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
}

/** `-1500.50` for deductions. */
export function signedRupeeText(paise: number): string {
  return paise < 0 ? `-${rupeeText(-paise)}` : rupeeText(paise);
}

/** For people: `₹1,00,000.00`. */
export function rupeesForPeople(paise: number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100);
}
