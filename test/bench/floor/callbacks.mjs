// The bank's advice: verified, then written in batches. What arrives while a transaction runs shares the next one.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const MAX_AT_ONCE = 100;

export function callbackRoutes(pool, secret) {
  const waiting = [];
  let running = false;

  const drain = async () => {
    if (running) return;
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_AT_ONCE);
      try {
        await writeBatch(pool, batch);
        for (const { resolve } of batch) resolve({ success: true });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };

  return {
    '/api/gateway/callback': (_url, body) => {
      const fields = Object.fromEntries(new URLSearchParams(body));
      if (!isSigned(fields, secret)) throw new Error('bad hash');
      return new Promise((resolve, reject) => {
        waiting.push({ fields, body, resolve, reject });
        void drain();
      });
    },
  };
}

function isSigned({ secureHash, ...fields }, secret) {
  const message = Object.keys(fields)
    .sort()
    .map((name) => fields[name])
    .join('');
  const expected = createHmac('sha256', secret).update(message).digest();
  return timingSafeEqual(expected, Buffer.from(secureHash, 'hex'));
}

async function writeBatch(pool, batch) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const invoices = batch.map(({ fields }) => fields.invoiceNo).sort();
    const [rows] = await connection.query(
      `SELECT a.id, a.payment_id AS paymentId, a.invoice_no AS invoiceNo, a.amount, p.status, p.token_type AS type,
              p.sales_manager_id AS seller
         FROM payment_attempts a FORCE INDEX (uq_attempts_invoice_no) JOIN payments p ON p.id = a.payment_id
        WHERE a.invoice_no IN (?) ORDER BY a.invoice_no FOR UPDATE`,
      [invoices],
    );
    const byInvoice = new Map(rows.map((row) => [row.invoiceNo, row]));
    await storeNotices(connection, batch, byInvoice);
    const paid = rows.filter(({ status }) => status === 'pending' || status === 'initiated');
    if (paid.length > 0) await complete(connection, paid);
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

function storeNotices(connection, batch, byInvoice) {
  const now = new Date();
  const values = batch.map(({ body, fields }) => {
    const row = byInvoice.get(fields.invoiceNo);
    const digest = createHash('sha256').update(body).digest('hex');
    const id = randomBytes(13).toString('hex');
    return [id, 'advice', 'form', body, digest, 1, fields.responseCode, 1, row.id, row.paymentId, now];
  });
  return connection.query(
    `INSERT INTO gateway_notices (public_id, channel, content_type, raw_body, digest, hash_valid, response_code, complete,
       attempt_id, payment_id, received_at) VALUES ? ON DUPLICATE KEY UPDATE deliveries = deliveries + 1`,
    [values],
  );
}

/** Guarded by the status, with the audit row and the counters' differences in the same transaction. */
async function complete(connection, rows) {
  const now = new Date();
  const ids = rows.map(({ paymentId }) => paymentId);
  await connection.query(
    `UPDATE payments SET status = 'completed', version = version + 1, paid_at = ?, token_number = CONCAT('FL-', id), updated_at = ?
      WHERE id IN (?) AND status IN ('pending', 'initiated')`,
    [now, now, ids],
  );
  await connection.query(
    `UPDATE payment_attempts SET status = 'captured', open_payment_id = NULL, bank_txn_id = CONCAT('B', id), captured_at = ?,
       next_check_at = NULL, updated_at = ? WHERE id IN (?)`,
    [now, now, rows.map(({ id }) => id)],
  );
  await connection.query(
    'INSERT INTO audit_log (at, actor_kind, action, subject_type, subject_id, from_value, to_value) VALUES ?',
    [rows.map((row) => [now, 'bank', 'payment.completed', 'payment', String(row.paymentId), row.status, 'completed'])],
  );
  const cells = rows.flatMap(({ type, status, seller }) =>
    [0, seller].flatMap((who) => [
      [who, type, status, -1, 1],
      [who, type, 'completed', 1, 1],
    ]),
  );
  await connection.query('INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes) VALUES ?', [
    cells,
  ]);
}
