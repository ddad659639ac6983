/** Money is whole paise inside, rupee numbers with at most two decimals on the API, `51000.00` at the bank. */

const RUPEES = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/;

/**
 * Rupees as written by a person or a program, to paise. Only plain decimal notation with at most two decimals:
 * no sign, exponent, separators, other digits or surrounding space.
 * @returns paise, or null for anything else; zero is accepted here, callers decide whether it is allowed
 */
export function parseRupees(input: unknown): number | null {
  const text = typeof input === 'number' ? numberText(input) : input;
  if (typeof text !== 'string' || !RUPEES.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

function numberText(value: number): string | null {
  if (!Number.isFinite(value) || Object.is(value, -0)) return null;
  return String(value);
}

/** Paise to a rupee number for the API: 5100050 → 51000.5. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** Paise as rupees with two decimals: 5100050 → `51000.50`. Digits are moved, so it is exact. */
export function rupeesText(paise: number): string {
  const digits = String(Math.abs(paise)).padStart(3, '0');
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const WHOLE = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const EXACT = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 });

/** Paise as `₹1,00,000`; paise are shown only when they are not zero. */
export function formatInr(paise: number): string {
  return (paise % 100 === 0 ? WHOLE : EXACT).format(paise / 100);
}
