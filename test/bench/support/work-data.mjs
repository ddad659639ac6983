// Databases that a work may spoil: made anew for it, dropped afterwards.
import mysql from 'mysql2/promise';
import { join } from 'node:path';
import { root } from '../../../cli/scripts/building.mjs';
import { makeDatabase } from '../books/load.mjs';

export async function withWorkDatabase(ctx, { database, size }, work) {
  const built = join(root, 'dist');
  await makeDatabase({ server: ctx.server, built, database, size, folder: join(ctx.folder, database), say: ctx.say });
  const connection = await mysql.createConnection({ ...ctx.server.at, database });
  try {
    return await work(connection);
  } finally {
    await connection.query(`DROP DATABASE ${database}`);
    await connection.end();
  }
}

/** @returns open attempts, each with what a notice about it has to say */
export async function openAttempts(connection, count) {
  const [rows] = await connection.query(
    `SELECT a.id, a.invoice_no AS invoiceNo, a.amount AS amountPaise FROM payment_attempts a
      WHERE a.status = 'open' ORDER BY a.id LIMIT ?`,
    [count],
  );
  return rows.map((row) => ({ ...row, amountPaise: Number(row.amountPaise) }));
}
