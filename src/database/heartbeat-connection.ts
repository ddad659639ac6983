import type { Connection, QueryResult, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { mysqlTarget } from '../config/mysql-target.js';

/** Timeout of a statement: the connection is closed, and the next statement opens another. */
const ANSWER_LIMIT_MS = 3000;

/** One connection outside of the pool: a heartbeat must not wait behind the process's work. Autocommit. */
export class HeartbeatConnection {
  private connection: Promise<Connection> | null = null;

  constructor(private readonly url: string) {}

  async select<Row>(sql: string): Promise<Row[]> {
    return (await this.send<RowDataPacket[]>(sql, [])) as Row[];
  }

  /** @returns the number of changed rows, and the value that the statement gave to LAST_INSERT_ID */
  async change(sql: string, parameters: unknown[]): Promise<{ changed: number; lastId: number }> {
    const { affectedRows, insertId } = await this.send<ResultSetHeader>(sql, parameters);
    return { changed: affectedRows, lastId: insertId };
  }

  close(): void {
    this.connection?.then((connection) => connection.destroy()).catch(() => undefined);
    this.connection = null;
  }

  private async send<Answer extends QueryResult>(sql: string, values: unknown[]): Promise<Answer> {
    const opened = (this.connection ??= this.open());
    try {
      const connection = await opened;
      const [answer] = await connection.query<Answer>({ sql, timeout: ANSWER_LIMIT_MS, values });
      return answer;
    } catch (error) {
      if (this.connection === opened) this.close();
      throw error;
    }
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
