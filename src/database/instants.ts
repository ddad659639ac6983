/**
 * An instant as a parameter of hand-written SQL, equal to what entities store on both engines: UTC with milliseconds. A text from
 * a row is passed through.
 */
export function sqlInstant(value: Date | string): string {
  return typeof value === 'string' ? value : value.toISOString().replace('T', ' ').replace('Z', '');
}

/** An instant from a raw row: MySQL's driver returns a Date, SQLite's a text in UTC without a zone. */
export function readInstant(value: Date | string): Date {
  return typeof value === 'string' ? new Date(`${value.replace(' ', 'T')}Z`) : value;
}
