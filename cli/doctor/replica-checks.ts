import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Settings } from '../../src/config/settings.token.js';
import { SECOND_MS } from '../../src/domain/calendar/durations.js';
import { LATE, within } from '../../src/runtime/time-limit.js';
import { withDataSource } from '../database.js';
import { abandonWork } from '../interruption.js';
import { type Check, fail, ok, reasonOf, warn } from './check.js';

const NAME = 'replica';
const STEP_MS = 100;
/** Longer bounds are not waited for. */
const MAX_WAIT_MS = 10_000;
/** So that both waits are shorter than the check may take. */
const PRIMARY_LIMIT_MS = 4_000;
const LAG_UNKNOWN = 'answers; how far it lags is unknown, since the database does not tell';
const TODO = 'look at its replication; until it has caught up the database answers what the replica would';

/** Whether the replica of DATABASE_READ_URL shows a heartbeat of the servers that the primary has now. */
export async function replicaChecks(settings: Settings): Promise<Check[]> {
  const { databaseReadUrl } = settings;
  if (databaseReadUrl === null) return [];
  try {
    return await withDataSource({ ...settings, databaseUrl: databaseReadUrl }, (replica) =>
      lagCheck(settings, replica),
    );
  } catch (error) {
    // Written for the database itself.
    const text = reasonOf(error).replaceAll('DATABASE_URL', 'DATABASE_READ_URL');
    return [fail(NAME, text, 'check DATABASE_READ_URL; until then the database answers what the replica would')];
  }
}

async function lagCheck(settings: Settings, replica: DataSource): Promise<Check[]> {
  const { databaseReadMaxLagSeconds: bound } = settings;
  const began = performance.now();
  const sent = await primaryBeats(settings);
  if (sent === null) {
    await replica.query('SELECT 1');
    return [warn(NAME, LAG_UNKNOWN, 'look at the lines "database" and "schema"')];
  }
  if (sent.size === 0) return [ok(NAME, 'answers; no server is running, so nothing tells how far it lags')];
  const limitMs = Math.min(bound * SECOND_MS, MAX_WAIT_MS);
  for (;;) {
    const arrived = await beatsOf(replica);
    const seconds = ((performance.now() - began) / SECOND_MS).toFixed(1);
    // Databases apply changes in the order of their commits: one heartbeat tells of everything before it.
    if ([...sent].some(([id, beat]) => (arrived.get(id) ?? -1) >= beat))
      return [ok(NAME, `answers, at most ${seconds} s behind (bound ${bound} s)`)];
    if (performance.now() - began > limitMs)
      return [warn(NAME, `is more than ${seconds} s behind (bound ${bound} s)`, TODO)];
    await pause(STEP_MS);
  }
}

/** @returns null when the database does not tell: it is away, hangs or has no such table yet, which is no fault of the replica */
async function primaryBeats(settings: Settings): Promise<Map<string, number> | null> {
  const beats = await within(
    PRIMARY_LIMIT_MS,
    withDataSource(settings, beatsOf).catch(() => null),
  );
  if (beats !== LATE) return beats;
  abandonWork();
  return null;
}

async function beatsOf(dataSource: DataSource): Promise<Map<string, number>> {
  const rows = (await dataSource.query("SELECT id, beat FROM instances WHERE kind = 'server'")) as {
    id: string;
    beat: number;
  }[];
  return new Map(rows.map(({ id, beat }) => [id, Number(beat)]));
}
