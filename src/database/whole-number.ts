const WHOLE = /^-?\d+$/;

/**
 * A count, or paise, from a raw row: MySQL's driver returns sums, and values beyond 2^53, as text.
 * @throws RangeError for anything but a whole number that is safe below 2^53
 */
export function wholeNumber(value: unknown): number {
  const isWritten = typeof value === 'bigint' || (typeof value === 'string' && WHOLE.test(value));
  const number = isWritten ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw new RangeError(`not a safe whole number: ${String(value)}`);
  return number;
}

/** A SUM from a raw row, exact. NULL (no rows) is zero; a missing column is an error. @throws RangeError as wholeNumber */
export function summed(value: unknown): number {
  return value === null ? 0 : wholeNumber(value);
}
