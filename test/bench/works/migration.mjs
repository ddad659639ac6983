import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { root } from '../../../cli/scripts/building.mjs';
import { ENGINES, withBooks } from '../rush/engines.mjs';

const SIZE = 1_000_000;
/** The first migration of the release that is measured. */
const FIRST = 1764000800000;
const BETWEEN_WRITES_MS = 20;
const LONGEST_WRITE_MS = 5000;
const UPGRADE_SECONDS = 300;

/** A copy of a payment goes without them; one that has a token is not copied. */
const UNIQUE = ['id', 'public_id', 'token_number', 'replaces_id'];

/** Upgrades a million payments to this release while an instance of the release before goes on writing. MariaDB, or what `--engine` names. */
export const migration = {
  name: 'migration',
  hasOwnData: true,
  onRequest: true,
  async run(ctx) {
    const rows = [];
    for (const engine of ctx.rush.engines ?? ['mariadb'])
      rows.push(...(await withBooks(ctx, engine, (books) => measure(engine, books), SIZE)));
    return rows;
  },
};

async function measure(engine, { url }) {
  const folder = join(root, 'dist/src/database');
  const { createDataSource } = await import(join(folder, 'data-source.js'));
  const { migrate } = await import(join(folder, 'migrate.js'));
  const dataSource = createDataSource({ url, poolSize: 2, sqliteDriver: 'libsql' });
  await dataSource.initialize();
  try {
    await goBack(dataSource);
    const writer = await startWriter(url);
    const steps = {};
    const every = [...dataSource.migrations];
    const began = performance.now();
    for (const [at, one] of every.entries()) {
      if (numberOf(one) < FIRST) continue;
      const start = performance.now();
      // One after the other, so that each one's time is known.
      dataSource.migrations.splice(0, Infinity, ...every.slice(0, at + 1));
      await migrate(dataSource);
      steps[one.constructor.name] = Math.round(performance.now() - start);
    }
    const seconds = (performance.now() - began) / 1000;
    return rowsOf(ENGINES[engine].label, seconds, await writer.stop(), steps);
  } finally {
    await dataSource.destroy();
  }
}

const numberOf = ({ name, constructor }) => Number(/\d+$/.exec(name ?? constructor.name)[0]);

async function goBack(dataSource) {
  for (;;) {
    const [last] = await dataSource.query('SELECT name FROM schema_migrations ORDER BY timestamp DESC LIMIT 1');
    if (numberOf(last) < FIRST) return;
    await dataSource.undoLastMigration({ transaction: 'none' });
  }
}

/** Changes a payment and copies it unless it is paid, in one transaction, naming the columns that the release before knows. */
async function startWriter(url) {
  const connection = await mysql.createConnection(url);
  const [columns] = await connection.query('SHOW COLUMNS FROM payments');
  const names = columns.map(({ Field }) => Field).filter((name) => !UNIQUE.includes(name));
  const copy = `INSERT INTO payments (public_id, ${names.join(', ')}) SELECT ?, ${names.join(', ')} FROM payments WHERE id = ? AND token_number IS NULL`;
  const seen = { writes: 0, refused: 0, longest: 0, refusals: {} };
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const began = performance.now();
      const id = 1 + Math.floor(Math.random() * SIZE);
      try {
        await connection.beginTransaction();
        await connection.query('UPDATE payments SET updated_at = NOW(3) WHERE id = ?', [id]);
        await connection.query(copy, [`bench${String(seen.writes).padStart(21, '0')}`, id]);
        await connection.commit();
        seen.writes += 1;
      } catch (error) {
        seen.refused += 1;
        seen.refusals[error.message] = (seen.refusals[error.message] ?? 0) + 1;
        await connection.rollback();
      }
      seen.longest = Math.max(seen.longest, performance.now() - began);
      await pause(BETWEEN_WRITES_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      await connection.end();
      return seen;
    },
  };
}

function rowsOf(label, seconds, { writes, refused, longest, refusals }, steps) {
  const row = (work, more) => ({ work: `upgrade, ${label}: ${work}`, size: '1 M', ...more });
  return [
    row('all migrations of the release', { unit: 's', ours: seconds, goal: { atMost: UPGRADE_SECONDS }, rounds: steps }),
    row('longest write beside it', { unit: 'ms', ours: longest, goal: { atMost: LONGEST_WRITE_MS } }),
    row('writes beside it', { ours: writes }),
    row('writes refused', { ours: refused, goal: { atMost: 0 }, rounds: refusals }),
  ];
}
