import type {
  CatalogueState,
  CatalogueTierData,
  CatalogueVersionData,
  NewCatalogueVersion,
} from '../../../contracts/catalogue.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { CatalogueVersionEntity } from '../../../database/entities/catalogue.entity.js';
import type { Catalogue, NewCatalogue } from '../../../domain/catalogue/catalogue-rules.js';
import { isIstDay } from '../../../domain/calendar/ist-day.js';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { parseRupees, toRupees } from '../../../domain/money/money.js';
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

/** For the difference, in a new version's path. */
export const FOR_DIFFERENCE = 'difference';

/** What the next version is written from. */
export function formOf({ tiers, paths }: NewCatalogue, effectiveFrom: string): NewCatalogueVersion {
  return {
    effectiveFrom,
    tiers: tiers.map(({ price, description, saleFrom, saleTo, ...tier }) => ({
      ...tier,
      price: String(toRupees(price)),
      description: description ?? '',
      saleFrom: saleFrom ?? '',
      saleTo: saleTo ?? '',
    })),
    paths: paths.map(({ from, to, price }) => ({
      from,
      to,
      price: price === null ? FOR_DIFFERENCE : String(toRupees(price)),
    })),
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
export function catalogueOf({ tiers, paths }: NewCatalogueVersion): NewCatalogue {
  return {
    tiers: tiers.map((tier) => ({
      code: tier.code.trim(),
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
    paths: paths.map(({ from, to, price }) => ({
      from: from.trim(),
      to: to.trim(),
      price: price.trim() === FOR_DIFFERENCE ? null : (parseRupees(price) ?? 0),
    })),
  };
}

/** @returns days and texts that cannot be read, by field */
export function plainFaults({ tiers }: NewCatalogue): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const tier of tiers) {
    for (const field of ['name', 'description'] as const)
      if (hasUnwantedCharacters(tier[field] ?? '')) faults[`${tier.code}.${field}`] = SERVER_MESSAGES.terms.characters;
    for (const field of ['saleFrom', 'saleTo'] as const)
      if (tier[field] !== null && !isIstDay(tier[field]))
        faults[`${tier.code}.${field}`] = OFFICE_MESSAGES.days.malformed;
  }
  return faults;
}

function lineOf(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
