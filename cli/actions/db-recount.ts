import { loadSettings } from '../../src/config/env.js';
import { CounterReconciler, type CounterFaults } from '../../src/modules/payment-lists/index.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { assertDatabaseExists, assertSchemaIsCurrent, withDataSource } from '../database.js';
import { throwIfInterrupted } from '../interruption.js';
import { CommandFailed, output } from '../output.js';

const WORDS: Readonly<Record<keyof CounterFaults, string>> = {
  cells: 'payments and money by project, seller, tier and status',
  uses: 'completed payments by customer and tier',
  projectUses: 'completed payments by customer, tier and project',
  pairs: 'unique customers by tier',
  projectPairs: 'unique customers by tier and project',
  days: 'figures of days',
  spans: 'figures of spans of days',
  eventDays: 'figures of days by event',
  eventSpans: 'figures of spans of days by event',
  quotas: 'units of tiers with a limit',
};

/** Ctrl-C waits: the correction is one transaction. */
export async function recount({ check, json }: { check?: boolean; json?: boolean }): Promise<void> {
  const settings = loadSettings();
  assertDatabaseExists(settings);
  const faults = await withDataSource(settings, async (dataSource) => {
    await assertSchemaIsCurrent(dataSource);
    const care = new CounterReconciler(new UnitOfWork(dataSource));
    return check ? care.check() : care.repair();
  });
  const names = (Object.keys(WORDS) as (keyof CounterFaults)[]).filter((name) => faults[name] > 0);
  if (json) output.json({ differences: faults, repaired: !check && names.length > 0 });
  else if (names.length === 0) output.note('Every counter is what counting the payments gives.');
  else
    output.table(
      ['COUNTERS', check ? 'WRONG' : 'CORRECTED'],
      names.map((name) => [WORDS[name], String(faults[name])]),
    );
  await throwIfInterrupted();
  if (check && names.length > 0)
    throw new CommandFailed('Counters differ from the payments. Correct them: tokendesk db recount');
}
