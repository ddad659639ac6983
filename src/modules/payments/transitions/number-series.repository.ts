import type { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';

/**
 * The next number of a series. The counter's row is locked until the current unit of work commits: numbers are unique,
 * increasing, and without gaps after a rollback.
 */
export async function nextNumber(uow: UnitOfWork, series: string): Promise<number> {
  if (!uow.isActive) throw new Error('numbers of a series are issued inside a unit of work');
  const last = uow.isSqlite ? await nextOnSqlite(uow, series) : await nextOnMysql(uow, series);
  if (last === 0) throw new Error(`no counter for ${series}`);
  return last;
}

/** MySQL returns the new value with the update. */
async function nextOnMysql(uow: UnitOfWork, series: string): Promise<number> {
  const { affectedRows, insertId } = (await uow.manager.query(
    'UPDATE token_counters SET last_number = LAST_INSERT_ID(last_number + 1) WHERE token_type = ?',
    [series],
  )) as { affectedRows: number; insertId: number | string };
  return affectedRows === 1 ? wholeNumber(insertId) : 0;
}

async function nextOnSqlite(uow: UnitOfWork, series: string): Promise<number> {
  await uow.manager.query('UPDATE token_counters SET last_number = last_number + 1 WHERE token_type = ?', [series]);
  const [row] = (await uow.manager.query('SELECT last_number AS last FROM token_counters WHERE token_type = ?', [
    series,
  ])) as { last: number }[];
  return wholeNumber(row?.last ?? 0);
}
