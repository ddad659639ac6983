import { loadSettings } from '../../src/config/env.js';
import { migrate as applyMigrations } from '../../src/database/migrate.js';
import { sqliteFileOf } from '../../src/database/options.js';
import { holdSingleInstance } from '../../src/database/sqlite/single-instance.js';
import { schemaStatus, withDataSource } from '../database.js';
import { orInterrupted, throwIfInterrupted } from '../interruption.js';
import { output } from '../output.js';

interface JsonOption {
  json?: boolean;
}

/** Ctrl-C waits for running migrations: a half-changed schema is unusable. */
export async function migrate({ json }: JsonOption): Promise<void> {
  const settings = loadSettings();
  const file = sqliteFileOf(settings.databaseUrl);
  // Refuses to migrate under a running server on this file.
  const release = file === null ? () => undefined : holdSingleInstance(file);
  try {
    const names = await withDataSource(settings, applyMigrations);
    if (json) output.json({ applied: names });
    else
      output.note(
        names.length === 0 ? 'The schema is up to date.' : `Applied:\n${names.map((name) => `  ${name}`).join('\n')}`,
      );
    await throwIfInterrupted();
  } finally {
    release();
  }
}

export async function status({ json }: JsonOption): Promise<void> {
  const result = await orInterrupted(schemaStatus(loadSettings()));
  if (json) {
    output.json(result);
    return;
  }
  output.table(
    ['MIGRATION', 'STATE'],
    result.migrations.map(({ name, applied }) => [name, applied ? 'applied' : 'pending']),
  );
  output.note(result.upToDate ? 'The schema is up to date.' : 'Migrations are pending: run "tokendesk db migrate".');
}
