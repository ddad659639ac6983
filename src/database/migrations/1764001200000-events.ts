import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, createTable, dropColumns, NULLABLE } from '../ddl.js';

/** The time of the row that the migration makes: the database's clock is used for nothing. */
const MADE_AT = '2026-11-23 00:00:00.000';

/**
 * Events of projects, who sells in them, and the event of every payment: the default one by the default of a new column, so that
 * nothing is copied and older instances go on inserting.
 */
export class Events1764001200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createEvents(runner);
    const c = columnsFor(runner);
    await addColumns(runner, 'payments', [c.count('event_id', { default: '1' })]);
    await addColumns(runner, 'sessions', [c.count('event_id', NULLABLE)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'sessions', ['event_id']);
    await dropColumns(runner, 'payments', ['event_id']);
    await runner.dropTable('event_sellers', true);
    await runner.dropTable('events', true);
  }
}

async function createEvents(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'events',
    columns: [
      c.id(),
      c.count('project_id'),
      c.words('name', 120),
      c.words('place', 160, NULLABLE),
      c.key('first_day', 10, NULLABLE),
      c.key('last_day', 10, NULLABLE),
      c.words('hours', 60, NULLABLE),
      c.count('version', { default: '0' }),
      c.instant('created_at'),
      c.instant('updated_at'),
    ],
    indexes: { ix_events_project: ['project_id'] },
    foreignKeys: { fk_events_project: ['project_id', 'projects'] },
  });
  await createTable(runner, {
    name: 'event_sellers',
    columns: [c.id(), c.count('event_id'), c.count('user_id'), c.instant('created_at')],
    indexes: { uq_event_sellers: ['user_id', 'event_id'], ix_event_sellers_event: ['event_id'] },
    foreignKeys: { fk_event_sellers_event: ['event_id', 'events'], fk_event_sellers_user: ['user_id', 'users'] },
  });
  const found = (await runner.query('SELECT 1 FROM events WHERE id = 1')) as unknown[];
  if (found.length > 0) return;
  await runner.query(
    `INSERT INTO events (id, project_id, name, version, created_at, updated_at) VALUES (1, 1, 'Default event', 0, '${MADE_AT}', '${MADE_AT}')`,
  );
}
