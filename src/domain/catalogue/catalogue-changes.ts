import { formatInr } from '../money/money.js';
import { TOKEN_TYPES } from '../payment/token-catalogue.js';
import { UPGRADE_PATHS, type UpgradePath } from '../upgrade/upgrade-paths.js';
import { type CatalogueTier, type NewCatalogue, tierOf } from './catalogue-rules.js';

/** One thing that a new version says otherwise, as people read it. */
export interface CatalogueChange {
  /** `Gold: price`, `Upgrade from silver to gold`, `Order of the tiers`. */
  what: string;
  from: string;
  to: string;
}

const TIER_FACTS: readonly { name: string; of: (tier: CatalogueTier) => string }[] = [
  { name: 'sold', of: ({ offered }) => (offered ? 'yes' : 'no') },
  { name: 'name', of: ({ name }) => name },
  { name: 'price', of: ({ price }) => formatInr(price) },
  { name: 'what it is', of: ({ description }) => description ?? 'nothing' },
  { name: 'first day of sale', of: ({ saleFrom }) => saleFrom ?? 'no limit' },
  { name: 'last day of sale', of: ({ saleTo }) => saleTo ?? 'no limit' },
  { name: 'token numbers', of: ({ prefix, width }) => `${prefix}-${'1'.padStart(width, '0')}` },
];

/** What a new version changes, in the order of the form; empty when it says the same. */
export function catalogueChanges(before: NewCatalogue, after: NewCatalogue): CatalogueChange[] {
  const tiers = TOKEN_TYPES.flatMap((type) => {
    const [old, fresh] = [tierOf({ ...before, id: 0 }, type), tierOf({ ...after, id: 0 }, type)];
    return TIER_FACTS.map(({ name, of }) => ({ what: `${old.name}: ${name}`, from: of(old), to: of(fresh) }));
  });
  const paths = UPGRADE_PATHS.map(({ from, to }) => ({
    what: `Upgrade from ${from} to ${to}`,
    from: pathText(before.paths, from, to),
    to: pathText(after.paths, from, to),
  }));
  const order = { what: 'Order of the tiers', from: orderOf(before), to: orderOf(after) };
  return [...tiers, ...paths, order].filter(({ from, to }) => from !== to);
}

function pathText(paths: readonly UpgradePath[], from: string, to: string): string {
  const path = paths.find((each) => each.from === from && each.to === to);
  if (!path) return 'not possible';
  return path.price === null ? 'for the difference' : `for ${formatInr(path.price)}`;
}

function orderOf({ tiers }: NewCatalogue): string {
  return tiers.map(({ tokenType }) => tokenType).join(', ');
}
