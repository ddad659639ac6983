/**
 * An instant as a parameter of hand-written SQL, equal on both engines to what the entities store: UTC with milliseconds.
 * SQLite's driver hands instants back as such a text, MySQL's as a Date.
 */
export function sqlInstant(value: Date | string): string {
  return typeof value === 'string' ? value : value.toISOString().replace('T', ' ').replace('Z', '');
}
