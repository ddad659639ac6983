import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, createTable, dropColumns } from '../ddl.js';
import { fillFirstCounters } from '../payment-recount.js';

/** Amounts beside the counts, and figures of days: nothing that a page shows has to be summed over the payments any more. */
export class Counters1763800100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    const sums = () => [c.count('total'), c.money('gross'), c.money('refunded')];
    await addColumns(runner, 'payment_counts', [
      c.money('amount', { default: '0' }),
      c.money('refunded', { default: '0' }),
    ]);
    await createTable(runner, {
      name: 'day_sums',
      columns: [
        c.count('node', { isPrimary: true }),
        c.key('kind', 10, { isPrimary: true }),
        c.key('name', 80, { isPrimary: true }),
        ...sums(),
      ],
    });
    await createTable(runner, {
      name: 'day_changes',
      columns: [c.id(), c.count('day'), c.key('kind', 10), c.key('name', 80), ...sums()],
      indexes: { ix_day_changes_day: ['day'] },
    });
    await fillFirstCounters((sql) => runner.query(sql));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('day_changes', true);
    await runner.dropTable('day_sums', true);
    await dropColumns(runner, 'payment_counts', ['amount', 'refunded']);
  }
}
