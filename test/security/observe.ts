import { createHash } from 'node:crypto';
import { DataSource, type Logger } from 'typeorm';
import { AuditSealer } from '../../src/modules/audit/chain/audit-sealer.js';
import type { Reply } from '../support/client.js';
import { isHeartbeat } from '../support/query-cost.js';
import type { TestApp } from '../support/test-app.js';

/** Changes by themselves with each request, or only say that there was one. */
const NOT_STATE: Record<string, string[]> = { sessions: ['last_seen_at'], instances: ['beat'] };

/** Until what was done before has left nothing to do. */
export async function quiet(test: TestApp): Promise<void> {
  await test.settle();
  await test.get(AuditSealer).seal();
}

/** Everything that is in the database, in a few letters a table. */
export async function fingerprint(test: TestApp): Promise<Record<string, string>> {
  await quiet(test);
  const source = test.get(DataSource);
  const prints: Record<string, string> = {};
  for (const { tableName } of source.entityMetadatas) {
    const rows = (await source.query(`SELECT * FROM ${tableName} ORDER BY 1`)) as Record<string, unknown>[];
    const ignored = NOT_STATE[tableName] ?? [];
    const state = rows.map((row) => Object.entries(row).filter(([name]) => !ignored.includes(name)));
    prints[tableName] = createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 12);
  }
  return prints;
}

/** The statements that the product sends while `work` runs, without their values. */
export async function statementsOf(test: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  await quiet(test);
  const source = test.get(DataSource);
  const before = source.logger;
  const seen: string[] = [];
  const ear: Logger = {
    ...silent,
    logQuery: (sql) => void (isHeartbeat(sql) || seen.push(sql.replace(/\b\d+\b/g, 'N'))),
  };
  source.logger = ear;
  try {
    await work();
    await test.settle();
  } finally {
    source.logger = before;
  }
  return seen;
}

const silent: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/** What somebody sees of an answer, save what differs between any two: ids of the request, nonces, form tokens. */
export function seenOf({ status, headers, text }: Reply, asked: (string | undefined)[]) {
  const names = [...headers.keys()].filter((name) => name !== 'set-cookie').sort();
  const requestId = headers.get('x-request-id') ?? '-';
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '-';
  const hidden = [requestId, nonce, ...asked.filter((id) => id !== undefined)];
  const body = hidden.reduce((left, id) => left.replaceAll(id, '·'), text);
  return { status, names, location: headers.get('location'), body: body.replace(/[\w-]{22}\.[\w-]{43}/g, '·') };
}
