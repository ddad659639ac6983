import { PAIRS, PAIRS_OF_PROJECT } from './counted-pairs.js';

type RunSql = (sql: string) => Promise<unknown>;

/** Recount of `project_pairs`. @param only a condition on the payments */
function projectUses(only: string): string {
  return `
  SELECT c.email_key AS email_key, p.token_type AS token_type, p.project_id AS project_id, COUNT(*) AS uses
    FROM payments p JOIN customers c ON c.id = p.customer_id WHERE p.status = 'completed' AND ${only}
   GROUP BY c.email_key, p.token_type, p.project_id`;
}

const PROJECT_USES = projectUses('1 = 1');

const PROJECT_PAIR_CELLS = `
  SELECT token_type, project_id, COUNT(*) AS total FROM project_pairs WHERE uses > 0 GROUP BY token_type, project_id`;

/** Differences between a recount and what is counted of each project; part of `counterDifferences`. */
export const PROJECT_PAIR_DIFFERENCES = {
  projectUses: `SELECT email_key, token_type, project_id, SUM(uses) AS uses FROM (
      ${PROJECT_USES} UNION ALL SELECT email_key, token_type, project_id, -uses FROM project_pairs
    ) pairs GROUP BY email_key, token_type, project_id HAVING SUM(uses) <> 0`,
  projectPairs: `SELECT token_type, project_id, SUM(total) AS total FROM (
      ${PROJECT_PAIR_CELLS} UNION ALL SELECT token_type, project_id, -total FROM payment_counts
       WHERE status = '${PAIRS}' AND sales_manager_id = ${PAIRS_OF_PROJECT}
    ) pairs GROUP BY token_type, project_id HAVING SUM(total) <> 0`,
};

const CUSTOMERS_AT_ONCE = 10_000;

/**
 * Fills in the unique customers by project: by slices of customers, so that no statement lasts long. Repeatable; beside servers as
 * `fillDayKinds`.
 */
export async function fillProjectPairs(run: RunSql, isSqlite: boolean): Promise<void> {
  const onConflict = isSqlite
    ? 'ON CONFLICT (email_key, token_type, project_id) DO UPDATE SET uses = project_pairs.uses + excluded.uses'
    : 'ON DUPLICATE KEY UPDATE uses = project_pairs.uses + VALUES(uses)';
  await dropProjectPairCells(run);
  await run('DELETE FROM project_pairs');
  const [row] = (await run('SELECT MAX(id) AS newest FROM customers')) as { newest: unknown }[];
  const newest = Number(row?.newest ?? 0);
  for (let from = 1; from <= newest; from += CUSTOMERS_AT_ONCE) {
    const slice = `p.customer_id BETWEEN ${from} AND ${from + CUSTOMERS_AT_ONCE - 1}`;
    await run(
      `INSERT INTO project_pairs (email_key, token_type, project_id, uses) ${projectUses(slice)} ${onConflict}`,
    );
  }
  await run(`INSERT INTO payment_counts (sales_manager_id, token_type, project_id, status, total, changes)
    SELECT ${PAIRS_OF_PROJECT}, token_type, project_id, '${PAIRS}', total, 0 FROM (${PROJECT_PAIR_CELLS}) pairs`);
}

export async function dropProjectPairCells(run: RunSql): Promise<void> {
  await run(`DELETE FROM payment_counts WHERE sales_manager_id = ${PAIRS_OF_PROJECT}`);
}
