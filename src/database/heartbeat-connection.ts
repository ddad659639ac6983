import type { Connection } from 'mysql2/promise';

/** An answer that is later than this is none: the connection is given up, and the next statement opens another. */
const ANSWER_LIMIT_MS = 3000;

/**
 * One connection beside the pool: a heartbeat must not wait behind the work whose process it stands for. Statements commit by
 * themselves.
 */
export class HeartbeatConnection {
  private connection: Promise<Connection> | null = null;

  constructor(private readonly url: string) {}

  /** @returns rows of a SELECT, otherwise how many rows were changed */
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
      uri: this.url.replace(/^mariadb:/, 'mysql:'),
      charset: 'utf8mb4_unicode_ci',
      connectTimeout: ANSWER_LIMIT_MS,
    });
    // Told to the statement under way; without one the next finds out.
    connection.on('error', () => undefined);
    return connection;
  }
}
