import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, NULLABLE } from '../ddl.js';

/** The days on which banks are closed, as an admin keeps them. */
export class BankHolidays1764000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await createTable(runner, {
      name: 'bank_holidays',
      columns: [
        c.id(),
        c.key('day', 10),
        c.words('name', 60),
        c.count('created_by', NULLABLE),
        c.instant('created_at'),
      ],
      indexes: { uq_bank_holidays_day: ['day'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('bank_holidays', true);
  }
}
