// Lists: ids from an index, rows by id in a fixed order, exact totals from the counters.

const ROW = `p.id, p.public_id AS paymentId, p.customer_id AS customerId, p.token_type AS tokenType,
  p.token_number AS tokenNumber, p.amount, p.refunded_amount AS refundedAmount, p.status, p.created_at AS createdAt,
  p.paid_at AS paidAt, p.gateway, p.payment_type AS paymentType, p.expires_at AS expiresAt, p.opened_at AS openedAt,
  p.review_reason AS reviewReason, c.name AS customerName, c.email AS customerEmail, c.phone AS customerPhone,
  u.name AS sellerName, u.email AS sellerEmail`;
const JOINS = `STRAIGHT_JOIN payments p ON p.id = k.id STRAIGHT_JOIN customers c ON c.id = p.customer_id
  STRAIGHT_JOIN users u ON u.id = p.sales_manager_id`;
const MAX_COUNTED = 2000;

const pageSql = (index, where, { order = 'p.created_at DESC, p.id DESC', length = 10 } = {}) =>
  `SELECT ${ROW} FROM (SELECT p.id FROM payments p FORCE INDEX (${index}) ${where && `WHERE ${where}`}
     ORDER BY ${order} LIMIT ${length}) k ${JOINS} ORDER BY ${order}`;
const totalSql = (where) =>
  `SELECT COALESCE(SUM(total), 0) AS total FROM payment_counts FORCE INDEX (ix_counts_cell)
    WHERE sales_manager_id = ? AND status <> 'pairs' ${where}`;
const cappedSql = (index, where) =>
  `SELECT COUNT(*) AS total FROM (SELECT 1 FROM payments p FORCE INDEX (${index}) WHERE ${where}
     LIMIT ${MAX_COUNTED + 1}) t`;

/** Days of India as instants in UTC. */
function spanOf(query) {
  const at = (day) => new Date(`${day}T00:00:00+05:30`);
  const text = (date) => date.toISOString().replace('T', ' ').replace('Z', '');
  return [text(at(query.get('startDate'))), text(new Date(at(query.get('endDate')).getTime() + 86_400_000))];
}

export function listRoutes(sql) {
  const answer = async (rows, total) => ({ payments: await rows, total: Number((await total)[0].total) });
  const capped = async (rows, total) => {
    const counted = await answer(rows, total);
    return { ...counted, total: Math.min(counted.total, MAX_COUNTED), totalIsCapped: counted.total > MAX_COUNTED };
  };
  return {
    '/list': () => answer(sql(pageSql('ix_payments_created', '')), sql(totalSql(''), [0])),
    '/list/amount': () =>
      answer(
        sql(pageSql('ix_payments_amount', '', { order: 'p.amount DESC, p.created_at DESC, p.id DESC' })),
        sql(totalSql(''), [0]),
      ),
    '/list/filter': ({ searchParams: query }) => {
      const values = [query.get('tokenType'), query.get('status')];
      return answer(
        sql(pageSql('ix_payments_type', 'p.token_type = ? AND p.status = ?'), values),
        sql(totalSql('AND token_type = ? AND status = ?'), [0, ...values]),
      );
    },
    '/list/filter-days': ({ searchParams: query }) => {
      const where = 'p.token_type = ? AND p.status = ? AND p.created_at >= ? AND p.created_at < ?';
      const values = [query.get('tokenType'), query.get('status'), ...spanOf(query)];
      return capped(sql(pageSql('ix_payments_type', where), values), sql(cappedSql('ix_payments_type', where), values));
    },
    '/list/days': ({ searchParams: query }) => {
      const where = 'p.created_at >= ? AND p.created_at < ?';
      const index = 'ix_payments_created';
      return capped(sql(pageSql(index, where), spanOf(query)), sql(cappedSql(index, where), spanOf(query)));
    },
    '/dashboard': async ({ searchParams: query }) => {
      const seller = Number(query.get('seller'));
      const counters = sql(
        `SELECT token_type AS type, SUM(total) AS total FROM payment_counts FORCE INDEX (ix_counts_cell)
          WHERE sales_manager_id = ? AND status = 'completed' GROUP BY token_type`,
        [seller],
      );
      const page = await answer(
        sql(pageSql('ix_payments_manager', 'p.sales_manager_id = ?', { length: 5 }), [seller]),
        sql(totalSql(''), [seller]),
      );
      return { ...page, counters: Object.fromEntries((await counters).map((row) => [row.type, Number(row.total)])) };
    },
  };
}
