import { DataSource } from 'typeorm';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Client, Reply } from './client.js';
import type { TestApp } from './test-app.js';

export interface SettlementAtBank {
  settlementId: string;
  utr: string;
  lines: { kind: string; txnId: string; merchantTxnNo: string; amountPaise: number; settledPaise: number }[];
}

/** The bank's night, now, paid out today. */
export async function settleToday(test: TestApp): Promise<SettlementAtBank> {
  const { settlement } = await test.bank.control({ op: 'settle', date: istDayOf(test.clock.now()) });
  if (!settlement) throw new Error('the bank had nothing to settle');
  return settlement as SettlementAtBank;
}

export function reconcile(client: Client, test: TestApp, day = istDayOf(test.clock.now())): Promise<Reply> {
  return client.post('/api/settlements/runs', { day });
}

/** Uploads a file; `text` as it is. */
export function uploadFile(client: Client, day: string, text: string, type = 'text/csv'): Promise<Reply> {
  const headers = { 'content-type': type };
  return client.call('POST', `/api/settlements/file?day=${day}&name=report.csv`, { body: text, headers });
}

export async function openExceptions(test: TestApp): Promise<{ kind: string; reference: string; evidence: string }[]> {
  const rows = await test
    .get(DataSource)
    .query("SELECT kind, reference, evidence FROM settlement_exceptions WHERE status = 'open' ORDER BY kind, id");
  return rows as { kind: string; reference: string; evidence: string }[];
}

/** Everything that a repeated run must leave as it is, register of runs and audit log aside. */
export async function booksText(test: TestApp): Promise<string> {
  const dataSource = test.get(DataSource);
  const tables = [
    'SELECT * FROM settlement_batches ORDER BY id',
    'SELECT * FROM settlement_lines ORDER BY id',
    'SELECT id, fingerprint, kind, status, day, evidence, first_run_id FROM settlement_exceptions ORDER BY id',
    'SELECT id, status, settlement_id, settled_amount, settled_date FROM payment_attempts ORDER BY id',
    'SELECT id, status, version FROM payments ORDER BY id',
  ];
  const rows: unknown[] = [];
  for (const sql of tables) rows.push(await dataSource.query(sql));
  return JSON.stringify(rows);
}

/** A bank and books without any settlement; payments stay. */
export async function forgetSettlements(test: TestApp): Promise<void> {
  await test.bank.control({ op: 'reset' });
  // Advices come when a test asks for them.
  await test.bank.control({ op: 'configure', adviceUrl: null });
  for (const table of ['exceptions', 'lines', 'batches', 'runs'])
    await test.get(DataSource).query(`DELETE FROM settlement_${table}`);
  await test.get(DataSource).query("DELETE FROM gateway_calls WHERE kind LIKE 'settlement-%'");
}
