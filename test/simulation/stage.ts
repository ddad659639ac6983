import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailDigest } from '../../src/mail/mail-transport.js';
import { engineOf } from '../support/engine.js';
import { planOf } from './plan.js';
import { type Outcome, runPlan, type Stage } from './run.js';
import { planText, shrink } from './shrink.js';
import { SimBank } from './sim-bank.js';
import { ProductPool } from './product-pool.js';
import { SimDatabase } from './sim-database.js';
import { Surroundings } from './surroundings.js';
import { VirtualTime } from './virtual-time.js';

/** Made once a process; runs follow each other on it. */
export async function makeStage(): Promise<Stage & { close(): Promise<void> }> {
  // Traces of the product's own refusals cost more with them than what they tell here.
  process.setSourceMapsEnabled(false);
  const folder = mkdtempSync(join(tmpdir(), 'tokendesk-simulation-'));
  const database = await SimDatabase.make();
  const time = new VirtualTime();
  const around = new Surroundings(time, await SimBank.start(), folder);
  around.mails.isCommitted = (messageId) =>
    around.scheduler.outside(async () => {
      const rows = await database.query<{ name: string }>('SELECT dedupe_key AS name FROM mail_outbox');
      return rows.some(({ name }) => messageId.includes(mailDigest(name)));
    });
  const products = new ProductPool(database, around);
  const close = async () => {
    time.install();
    await products.close();
    time.uninstall();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
    process.setSourceMapsEnabled(true);
  };
  return { around, database, products, close };
}

/** @param seeds run until the first that fails, which is shrunk @returns what the runs have reached, and the failure */
export async function runSeeds(
  stage: Stage,
  seeds: Iterable<number>,
  commands: number,
): Promise<{ cells: Set<string>; failed: Outcome | null }> {
  const cells = new Set<string>();
  for (const seed of seeds) {
    const outcome = await runPlan(planOf(seed, engineOf(), commands), stage);
    for (const cell of outcome.cells) cells.add(cell);
    if (outcome.failure !== null) return { cells, failed: await shrink(outcome, stage) };
  }
  return { cells, failed: null };
}

/** For whoever has to find out why. */
export function storyOf({ plan, trace, failure }: Outcome): string {
  const replay = `npm run simulate -- --seed ${plan.seed}${plan.engine === 'sqlite' ? '' : ` --engine ${plan.engine}`} --shrink`;
  return [`${planText(plan)}`, ...trace, '', failure ?? 'nothing failed', `Play it again: ${replay}`].join('\n');
}
