import { ALL_SELLERS, PAIRS } from './payment-cells.js';

type RunSql = (sql: string) => Promise<unknown>;

/** In this order; the counts are empty in between, so it belongs into one transaction where the engine has one. */
const STATEMENTS = [
  'DELETE FROM payment_counts',
  'DELETE FROM completed_pairs',
  `INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes)
   SELECT sales_manager_id, token_type, status, COUNT(*), COUNT(*) FROM payments GROUP BY sales_manager_id, token_type, status`,
  `INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes)
   SELECT ${ALL_SELLERS}, token_type, status, COUNT(*), COUNT(*) FROM payments GROUP BY token_type, status`,
  `INSERT INTO completed_pairs (email_key, token_type, uses)
   SELECT c.email_key, p.token_type, COUNT(*) FROM payments p JOIN customers c ON c.id = p.customer_id
    WHERE p.status = 'completed' GROUP BY c.email_key, p.token_type`,
  `INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes)
   SELECT ${ALL_SELLERS}, token_type, '${PAIRS}', COUNT(*), 0 FROM completed_pairs GROUP BY token_type`,
];

/** Makes the counts anew from the payments. Nothing else may write payments meanwhile. */
export async function recountPayments(run: RunSql): Promise<void> {
  for (const sql of STATEMENTS) await run(sql);
}
