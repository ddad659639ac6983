// Sums that were made beforehand, read as they stand: the least that figures on a page can cost.

/** The tables are made beside the product's database by {@link makeFloorSums}. */
const SUMS = 'SELECT kind, name, a, b, c, d FROM floor_sums WHERE kind = ?';

export function statsRoutes(sql) {
  const of = async (...kinds) => (await Promise.all(kinds.map((kind) => sql(SUMS, [kind])))).flat();
  return {
    '/stats/counters': ({ searchParams: query }) => of(`seller ${Number(query.get('seller'))}`),
    '/stats/admin': () => of('pairs'),
    '/stats/summary': () => of('summary'),
    '/stats/analysis': () => of('manager', 'funnel', 'ending', 'hour'),
  };
}

const GROSS = "SUM(CASE WHEN p.status IN ('completed', 'refunded') THEN p.amount ELSE 0 END)";
const REFUNDED = "SUM(CASE WHEN p.status IN ('completed', 'refunded') THEN p.refunded_amount ELSE 0 END)";

/** Counted from the payments themselves, so they are also what the product's figures are held against. */
const FILLS = [
  `SELECT CONCAT('seller ', p.sales_manager_id), p.token_type, COUNT(*), 0, 0, 0 FROM payments p
    WHERE p.status = 'completed' GROUP BY p.sales_manager_id, p.token_type`,
  `SELECT 'pairs', q.type, COUNT(*), 0, 0, 0 FROM (SELECT DISTINCT c.email_key, p.token_type AS type
     FROM payments p JOIN customers c ON c.id = p.customer_id WHERE p.status = 'completed') q GROUP BY q.type`,
  `SELECT 'summary', 'all', COUNT(*), SUM(p.status = 'completed'), ${GROSS} - ${REFUNDED}, 0 FROM payments p`,
  `SELECT 'manager', u.name, ${GROSS}, ${REFUNDED}, ${GROSS} - ${REFUNDED}, SUM(p.status = 'completed')
     FROM payments p JOIN users u ON u.id = p.sales_manager_id WHERE p.paid_at IS NOT NULL GROUP BY u.id, u.name`,
  `SELECT 'funnel', 'all', COUNT(*), COUNT(COALESCE(p.opened_at, p.initiated_at, p.paid_at)),
          COUNT(COALESCE(p.initiated_at, p.paid_at)), COUNT(p.paid_at) FROM payments p`,
  `SELECT 'ending', CONCAT(p.status, ' ', COALESCE(p.status_reason, '')), COUNT(*), 0, 0, 0 FROM payments p
    WHERE p.status IN ('failed', 'cancelled') GROUP BY p.status, p.status_reason`,
  `SELECT 'hour', h.hour, SUM(h.created), SUM(h.paid), 0, 0 FROM (
     SELECT HOUR(p.created_at + INTERVAL 330 MINUTE) AS hour, 1 AS created, 0 AS paid FROM payments p
     UNION ALL SELECT HOUR(p.paid_at + INTERVAL 330 MINUTE), 0, 1 FROM payments p WHERE p.paid_at IS NOT NULL) h GROUP BY h.hour`,
];

/** @param query runs SQL in the product's database */
export async function makeFloorSums(query) {
  await query('DROP TABLE IF EXISTS floor_sums');
  await query(
    `CREATE TABLE floor_sums (kind VARCHAR(20) COLLATE utf8mb4_bin NOT NULL, name VARCHAR(120) NOT NULL,
       a BIGINT NOT NULL, b BIGINT NOT NULL, c BIGINT NOT NULL, d BIGINT NOT NULL, KEY (kind))`,
  );
  for (const fill of FILLS) await query(`INSERT INTO floor_sums ${fill}`);
}
