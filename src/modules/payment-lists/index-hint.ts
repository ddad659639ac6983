/** In place of an index: rows are looked up by ids that another table names, which are few. */
export const BY_ID = 'by id';

/**
 * Both families would otherwise take what they hold for narrower: MySQL an index that it has to sort, SQLite, which keeps no figures
 * about values, a tier's half a million rows in place of the hundred with an open review.
 * @param index its name, BY_ID or null: the database chooses
 * @returns with a blank before it, to follow the name of the table
 */
export function indexHint({ isSqlite }: { isSqlite: boolean }, index: string | null): string {
  if (index === null) return '';
  if (index === BY_ID) return isSqlite ? ' NOT INDEXED' : '';
  return isSqlite ? ` INDEXED BY ${index}` : ` FORCE INDEX (${index})`;
}
