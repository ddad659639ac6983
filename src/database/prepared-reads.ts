import type { Pool } from 'mysql2';
import { type DataSource, QueryFailedError } from 'typeorm';

export type ReadValue = string | number | null;

/**
 * Reads of MySQL that come again and again in the same words. Prepared once on each connection they spare the server the parsing
 * of long joins, and TypeORM's runner the way round; its logger sees them like any other statement.
 */
export class PreparedReads {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws QueryFailedError as TypeORM does */
  rows<Row>(sql: string, parameters: ReadValue[]): Promise<Row[]> {
    this.dataSource.logger.logQuery(sql, parameters);
    const { pool } = this.dataSource.driver as unknown as { pool: Pool };
    return new Promise((resolve, reject) => {
      pool.execute(sql, parameters, (error: Error | null, rows: unknown) => {
        if (error) reject(new QueryFailedError(sql, parameters, error));
        else resolve(rows as Row[]);
      });
    });
  }
}
