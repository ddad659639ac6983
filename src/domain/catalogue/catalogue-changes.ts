import { formatInr } from '../money/money.js';
import type { UpgradePath } from '../upgrade/upgrade-paths.js';
import { type CatalogueTier, findTier, type NewCatalogue } from './catalogue-rules.js';

/** One thing that a new version says otherwise, as people read it. */
export interface CatalogueChange {
  /** `Gold: price`, `Tier villa`, `Upgrade from silver to gold`, `Order of the tiers`. */
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

const NONE = 'none';

/** What a new version changes, in the order of the form; empty when it says the same. */
export function catalogueChanges(before: NewCatalogue, after: NewCatalogue): CatalogueChange[] {
  const codes = [...new Set([...before.tiers, ...after.tiers].map(({ code }) => code))];
  const tiers = codes.flatMap((code) => {
    const [old, fresh] = [findTier(before, code), findTier(after, code)];
    if (!old || !fresh) return { what: `Tier ${code}`, from: tierText(old), to: tierText(fresh) };
    return TIER_FACTS.map(({ name, of }) => ({ what: `${old.name}: ${name}`, from: of(old), to: of(fresh) }));
  });
  const steps = new Map([...before.paths, ...after.paths].map(({ from, to }) => [`${from} to ${to}`, { from, to }]));
  const paths = [...steps].map(([step, { from, to }]) => ({
    what: `Upgrade from ${step}`,
    from: pathText(before.paths, from, to),
    to: pathText(after.paths, from, to),
  }));
  const order = { what: 'Order of the tiers', from: orderOf(before, after), to: orderOf(after, before) };
  return [...tiers, ...paths, order].filter(({ from, to }) => from !== to);
}

/** What a tier that comes or goes is: `Villa, gold, ₹75,000, VI-000001`. */
function tierText(tier: CatalogueTier | null): string {
  if (!tier) return NONE;
  const { name, tokenType, price, prefix, width, offered } = tier;
  const facts = [name, tokenType, formatInr(price), `${prefix}-${'1'.padStart(width, '0')}`];
  return [...facts, ...(offered ? [] : ['not sold'])].join(', ');
}

function pathText(paths: readonly UpgradePath[], from: string, to: string): string {
  const path = paths.find((each) => each.from === from && each.to === to);
  if (!path) return 'not possible';
  return path.price === null ? 'for the difference' : `for ${formatInr(path.price)}`;
}

/** Of the tiers that both versions have. */
function orderOf({ tiers }: NewCatalogue, other: NewCatalogue): string {
  return tiers.flatMap(({ code }) => (findTier(other, code) ? [code] : [])).join(', ');
}
