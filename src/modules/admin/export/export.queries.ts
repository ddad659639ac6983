import type { PoolConnection } from 'mysql2';
import mysql, { type Connection } from 'mysql2/promise';
import { mysqlTarget } from '../../../config/mysql-target.js';
import { breakConnection } from '../../../database/mysql-pool.js';
import { SESSION_SQL } from '../../../database/mysql-session.js';
import type { ReplicaView } from '../../../database/read-replica.js';
import type { ExportRow } from './export-columns.js';

export interface ReplicaOfExport {
  url: string;
  /** What the source was made from: another server behind the same address may be further behind. */
  view: Pick<ReplicaView, 'instance' | 'beat'>;
}

const CONNECT_LIMIT_MS = 2000;
/** For a block. The primary is asked for it afterwards. */
const ANSWER_LIMIT_MS = 15_000;
const READ_ONLY_SQL = 'SET SESSION TRANSACTION READ ONLY';

/**
 * The connections of an export's thread. Its blocks are statements of their own, so one that the replica does not answer is read
 * from the primary, and so are those after it.
 */
export class ExportQueries {
  private replica: Promise<Connection | null>;
  private primary: Promise<Connection> | null = null;

  /** @param onPrimary is told the id of the connection to the primary, once there is one */
  constructor(
    private readonly databaseUrl: string,
    replica: ReplicaOfExport | null,
    private readonly onPrimary: (connectionId: number) => void,
  ) {
    this.replica = replica === null ? Promise.resolve(null) : openReplica(replica).catch(() => null);
  }

  async rows(sql: string, parameters: (string | number)[]): Promise<ExportRow[]> {
    const replica = await this.replica;
    if (replica) {
      try {
        return await within(ANSWER_LIMIT_MS, replica, () => rowsOf(replica, sql, parameters));
      } catch {
        replica.destroy();
        this.replica = Promise.resolve(null);
      }
    }
    return rowsOf(await (this.primary ??= this.openPrimary()), sql, parameters);
  }

  close(): void {
    for (const line of [this.replica, this.primary])
      line?.then((connection) => connection?.destroy()).catch(() => undefined);
  }

  private async openPrimary(): Promise<Connection> {
    const connection = await open(this.databaseUrl);
    await connection.query(SESSION_SQL);
    this.onPrimary(connection.threadId);
    return connection;
  }
}

/** @throws Error when it does not show what the source was made from */
async function openReplica({ url, view }: ReplicaOfExport): Promise<Connection> {
  const connection = await open(url, { connectTimeout: CONNECT_LIMIT_MS });
  try {
    return await within(CONNECT_LIMIT_MS, connection, async () => {
      await connection.query(SESSION_SQL);
      await connection.query(READ_ONLY_SQL);
      const [row] = await rowsOf(connection, 'SELECT beat FROM instances WHERE id = ?', [view.instance]);
      if (Number(row?.[0] ?? -1) < view.beat) throw new Error('the replica is behind what was read from it before');
      return connection;
    });
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** Not by the driver's own timeout, whose timer outlives a connection that breaks. */
async function within<T>(limitMs: number, connection: Connection, work: () => Promise<T>): Promise<T> {
  const { connection: line } = connection as unknown as { connection: PoolConnection };
  const timer = setTimeout(() => breakConnection(line), limitMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

async function open(url: string, limits: { connectTimeout?: number } = {}): Promise<Connection> {
  const connection = await mysql.createConnection({
    ...mysqlTarget(url),
    ...limits,
    charset: 'utf8mb4_unicode_ci',
    dateStrings: true,
    rowsAsArray: true,
  });
  // The pending statement reports the error; without one the next does.
  connection.on('error', () => undefined);
  return connection;
}

async function rowsOf(connection: Connection, sql: string, values: (string | number)[]): Promise<ExportRow[]> {
  const [rows] = await connection.query({ sql, values });
  return rows as unknown as ExportRow[];
}
