import type {
  CatalogueState,
  CatalogueTierData,
  CatalogueVersionData,
  NewCatalogueTier,
  NewCatalogueVersion,
} from '../../../contracts/catalogue.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { CatalogueVersionEntity } from '../../../database/entities/catalogue.entity.js';
import { type Catalogue, type NewCatalogue, tierOf } from '../../../domain/catalogue/catalogue-rules.js';
import { isIstDay } from '../../../domain/calendar/ist-day.js';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { parseRupees, toRupees } from '../../../domain/money/money.js';
import { TOKEN_TYPES, type TokenType } from '../../../domain/payment/token-catalogue.js';
import {
  tiersOfUpgrade,
  UPGRADE_TYPES,
  type UpgradeType,
  upgradeTypeOf,
} from '../../../domain/upgrade/upgrade-paths.js';
import { hasUnwantedCharacters } from '../../../http/index.js';

function presentCatalogue({ tiers, paths }: NewCatalogue): Pick<CatalogueVersionData, 'tiers' | 'paths'> {
  return {
    tiers: tiers.map((tier): CatalogueTierData => ({ ...tier, price: toRupees(tier.price) })),
    paths: paths.map(({ from, to, price }) => ({ from, to, price: price === null ? null : toRupees(price) })),
  };
}

export function presentVersion(
  { number, effectiveFrom, digest, createdAt, createdBy }: CatalogueVersionEntity,
  catalogue: Catalogue,
  inForce: number | null,
  authors: ReadonlyMap<number, string>,
): CatalogueVersionData {
  return {
    number,
    effectiveFrom,
    state: stateOf(number, inForce),
    digest,
    createdAt: createdAt.toISOString(),
    createdBy: createdBy === null ? null : (authors.get(createdBy) ?? null),
    ...presentCatalogue(catalogue),
  };
}

function stateOf(number: number, inForce: number | null): CatalogueState {
  if (number === inForce) return 'in-force';
  return number > (inForce ?? 0) ? 'planned' : 'past';
}

const PATH_FIELDS = {
  gold_to_platinum: 'goldToPlatinum',
  silver_to_gold: 'silverToGold',
  silver_to_platinum: 'silverToPlatinum',
} as const satisfies Record<UpgradeType, keyof NewCatalogueVersion>;

/** What the next version is written from. */
export function formOf({ tiers, paths }: NewCatalogue, effectiveFrom: string): NewCatalogueVersion {
  const tierFormOf = (tokenType: TokenType): NewCatalogueTier => {
    const { description, saleFrom, saleTo, price, offered, name, prefix, width } = tierOf({ id: 0, tiers }, tokenType);
    return {
      position: tiers.findIndex((tier) => tier.tokenType === tokenType) + 1,
      offered,
      name,
      price: String(toRupees(price)),
      description: description ?? '',
      saleFrom: saleFrom ?? '',
      saleTo: saleTo ?? '',
      prefix,
      width,
    };
  };
  const pathFormOf = (type: UpgradeType): string => {
    const path = paths.find((each) => upgradeTypeOf(each) === type);
    if (!path) return 'off';
    return path.price === null ? 'difference' : String(toRupees(path.price));
  };
  return {
    effectiveFrom,
    gold: tierFormOf('gold'),
    silver: tierFormOf('silver'),
    platinum: tierFormOf('platinum'),
    goldToPlatinum: pathFormOf('gold_to_platinum'),
    silverToGold: pathFormOf('silver_to_gold'),
    silverToPlatinum: pathFormOf('silver_to_platinum'),
  };
}

/** A version as a form, from what the API says of it. */
export function formOfVersion({ tiers, paths, effectiveFrom }: CatalogueVersionData): NewCatalogueVersion {
  const paise = (rupees: number) => Math.round(rupees * 100);
  return formOf(
    {
      tiers: tiers.map((tier) => ({ ...tier, price: paise(tier.price) })),
      paths: paths.map((path) => ({ ...path, price: path.price === null ? null : paise(path.price) })),
    },
    effectiveFrom,
  );
}

/** In normal form: a price that is no amount of rupees is 0, which the rules refuse. */
export function catalogueOf(wanted: NewCatalogueVersion): NewCatalogue {
  const tiers = TOKEN_TYPES.map((tokenType) => ({ tokenType, ...wanted[tokenType] }));
  return {
    tiers: tiers
      .sort((one, other) => one.position - other.position)
      .map((tier) => ({
        tokenType: tier.tokenType,
        offered: tier.offered,
        name: lineOf(tier.name),
        price: parseRupees(tier.price) ?? 0,
        description: lineOf(tier.description) || null,
        saleFrom: tier.saleFrom || null,
        saleTo: tier.saleTo || null,
        prefix: tier.prefix.trim(),
        width: tier.width,
      })),
    paths: UPGRADE_TYPES.flatMap((type) => {
      const text = wanted[PATH_FIELDS[type]].trim();
      if (text === 'off') return [];
      return { ...tiersOfUpgrade(type), price: text === 'difference' ? null : (parseRupees(text) ?? 0) };
    }),
  };
}

/** @returns days and texts that cannot be read, by field */
export function plainFaults({ tiers }: NewCatalogue): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const tier of tiers) {
    for (const field of ['name', 'description'] as const)
      if (hasUnwantedCharacters(tier[field] ?? ''))
        faults[`${tier.tokenType}.${field}`] = SERVER_MESSAGES.terms.characters;
    for (const field of ['saleFrom', 'saleTo'] as const)
      if (tier[field] !== null && !isIstDay(tier[field]))
        faults[`${tier.tokenType}.${field}`] = OFFICE_MESSAGES.days.malformed;
  }
  return faults;
}

function lineOf(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
