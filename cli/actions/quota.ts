import { medalOfCode, TIER_CODE } from '../../src/domain/catalogue/tier-code.js';
import { parseUnitLimit } from '../../src/domain/quota/quota-rules.js';
import { QuotaModule, Quotas } from '../../src/modules/quota/index.js';
import { withContext } from '../context.js';
import { output, WrongUsage } from '../output.js';

interface Options {
  json?: boolean;
  project?: string;
}

export async function list({ json, project = 'default' }: Options): Promise<void> {
  const quotas = await withQuotas((service) => service.list(project));
  if (json) return output.json(quotas);
  if (quotas.length === 0) return output.note('No tier has a limit.');
  output.table(
    ['TIER', 'LIMIT', 'SOLD', 'RESERVED', 'LEFT'],
    quotas.map(({ tierCode, limit, sold, reserved, left }) => [
      tierCode,
      ...[limit, sold, reserved, left].map((units) => String(units)),
    ]),
  );
}

export async function set(tier: string, limit: string, options: Options & { dryRun?: boolean }): Promise<void> {
  const { json, project = 'default', dryRun = false } = options;
  if (!TIER_CODE.test(tier)) throw new WrongUsage('<tier> must be the code of a tier, such as gold');
  const text = limit === 'none' ? '' : limit;
  if (limit === '' || parseUnitLimit(text) === undefined)
    throw new WrongUsage('<limit> must be a whole number such as 120, or none');
  const { from, to } = await withQuotas((service) => service.set(project, { tierCode: tier }, text, { dryRun }));
  const isChanged = from !== to;
  if (json)
    return output.json({ tierCode: tier, tokenType: medalOfCode(tier), from, to, written: !dryRun && isChanged });
  if (!isChanged) return output.note('Nothing to change.');
  output.note(`${tier}: ${from ?? 'no limit'} → ${to ?? 'no limit'}`);
  if (dryRun) output.note('Nothing was written (--dry-run).');
}

function withQuotas<T>(work: (service: Quotas) => Promise<T>): Promise<T> {
  return withContext({ imports: () => [QuotaModule] }, (context) => work(context.get(Quotas)));
}
