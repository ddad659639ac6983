/** `RC-000001`, one series for all payments; numbers above 999999 simply grow longer. */
export function formatReceiptNumber(sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new RangeError(`not a receipt sequence: ${sequence}`);
  return `RC-${String(sequence).padStart(6, '0')}`;
}
