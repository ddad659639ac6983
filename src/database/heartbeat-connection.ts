import type { Connection } from 'mysql2/promise';
import { mysqlTarget } from '../config/mysql-target.js';

/** Timeout of a statement: the connection is closed, and the next statement opens another. */
const ANSWER_LIMIT_MS = 3000;

/** One connection outside of the pool: a heartbeat must not wait behind the process's work. Autocommit. */
export class HeartbeatConnection {
  private connection: Promise<Connection> | null = null;

  constructor(private readonly url: string) {}

  /** @returns rows of a SELECT, otherwise the number of changed rows */
  async query<Answer>(sql: string, parameters: unknown[] = []): Promise<Answer> {
    const opened = (this.connection ??= this.open());
    try {
      const connection = await opened;
      const [answer] = await connection.query({ sql, timeout: ANSWER_LIMIT_MS, values: parameters });
      return (Array.isArray(answer) ? answer : answer.affectedRows) as Answer;
    } catch (error) {
      if (this.connection === opened) this.close();
      throw error;
    }
  }

  close(): void {
    this.connection?.then((connection) => connection.destroy()).catch(() => undefined);
    this.connection = null;
  }

  private async open(): Promise<Connection> {
    const mysql = await import('mysql2/promise');
    const connection = await mysql.createConnection({
      ...mysqlTarget(this.url),
      charset: 'utf8mb4_unicode_ci',
      connectTimeout: ANSWER_LIMIT_MS,
    });
    // The pending statement reports the error; without one the next does.
    connection.on('error', () => undefined);
    return connection;
  }
}
