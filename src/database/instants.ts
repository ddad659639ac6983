/**
 * An instant as a parameter of hand-written SQL, equal on both engines to what the entities store: UTC with milliseconds.
 * A text that a row held is one already.
 */
export function sqlInstant(value: Date | string): string {
  return typeof value === 'string' ? value : value.toISOString().replace('T', ' ').replace('Z', '');
}

/** An instant out of a raw row: MySQL's driver gives a Date, SQLite's gives text in UTC without a zone. */
export function readInstant(value: Date | string): Date {
  return typeof value === 'string' ? new Date(`${value.replace(' ', 'T')}Z`) : value;
}
