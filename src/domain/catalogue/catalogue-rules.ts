import type { IstDay } from '../calendar/ist-day.js';
import { DEFAULT_PROJECT_ID } from '../projects/project-rules.js';
import type { PaymentType, TokenType } from '../payment/token-catalogue.js';
import { versionInForce } from '../terms/terms-rules.js';
import { type UpgradePath, UPGRADE_PATHS, upgradePriceOf } from '../upgrade/upgrade-paths.js';
import { medalOfCode, RESERVED_CODES, TIER_CODE, type Tiered, tierCodeOf } from './tier-code.js';

/** What a version says of one tier. */
export interface CatalogueTier {
  /** Names the tier in its project for good, e.g. `villa`; the first version's codes are their medals. */
  code: string;
  /** Its medal, which never changes: what counters, figures, filters and colours go by. Several tiers may have the same. */
  tokenType: TokenType;
  /** False: sold to nobody; a path of upgrades may lead to it all the same. */
  offered: boolean;
  /** As people read it. */
  name: string;
  /** Paise. */
  price: number;
  /** What it is; null for nothing. */
  description: string | null;
  /** First and last IST day on which it is sold; null: no limit. */
  saleFrom: IstDay | null;
  saleTo: IstDay | null;
  /** Number series of its tokens: `GO` and 6 give `GO-000001`. */
  prefix: string;
  width: number;
}

/** One version of a project's catalogue. It never changes. */
export interface Catalogue {
  id: number;
  projectId: number;
  /** From 1 in each project. */
  number: number;
  /** The IST day on which it begins. */
  effectiveFrom: IstDay;
  /** One to twelve, in the order of the sales pages. */
  tiers: readonly CatalogueTier[];
  /** Open paths of upgrades. */
  paths: readonly UpgradePath[];
}

/** The version of every payment that names no other, and of every project that has none of its own. */
export const DEFAULT_CATALOGUE_ID = 1;

const tier = (tokenType: TokenType, name: string, price: number, prefix: string): CatalogueTier => ({
  code: tokenType,
  tokenType,
  offered: true,
  name,
  price,
  description: null,
  saleFrom: null,
  saleTo: null,
  prefix,
  width: 6,
});

/** As the migration writes version 1 (docs/product.md#tiers). */
export const DEFAULT_CATALOGUE: Catalogue = {
  id: DEFAULT_CATALOGUE_ID,
  projectId: DEFAULT_PROJECT_ID,
  number: 1,
  effectiveFrom: '2000-01-01',
  tiers: [
    tier('gold', 'Gold', 51_000_00, 'GO'),
    tier('silver', 'Silver', 100_00, 'SI'),
    tier('platinum', 'Platinum', 1_00_000_00, 'PL'),
  ],
  paths: [{ from: 'gold', to: 'platinum', price: null }],
};

/**
 * The version in force for a project on a day: that of its highest number which has begun. A project without one sells by the
 * installation's first version, whose numbers are unique in any case, because all of them come from the same series.
 */
export function catalogueInForce(versions: readonly Catalogue[], projectId: number, today: IstDay): Catalogue {
  const own = versions.filter((version) => version.projectId === projectId);
  const number = versionInForce(own, today);
  return (
    own.find((version) => version.number === number) ??
    versions.find(({ id }) => id === DEFAULT_CATALOGUE_ID) ??
    DEFAULT_CATALOGUE
  );
}

export function findTier({ tiers }: Pick<Catalogue, 'tiers'>, code: string): CatalogueTier | null {
  return tiers.find((each) => each.code === code) ?? null;
}

/** @throws Error for a version without the tier: a payment's own version has it, and a path's ends are in the path's version */
export function tierOf(catalogue: Pick<Catalogue, 'id' | 'tiers'>, code: string): CatalogueTier {
  const found = findTier(catalogue, code);
  if (!found) throw new Error(`version ${catalogue.id} of a catalogue has no tier ${code}`);
  return found;
}

/** @returns the medal that a code has in versions of a project; null: no version names it */
export function medalOf(versions: readonly Pick<Catalogue, 'tiers'>[], code: string): TokenType | null {
  for (const version of versions) {
    const found = findTier(version, code);
    if (found) return found.tokenType;
  }
  return medalOfCode(code);
}

export type SaleDenial = 'not_offered' | 'not_yet' | 'over';

/** @returns why a tier is not sold on a day, or null. Links that were made before can be paid until they expire. */
export function saleDenial(
  { offered, saleFrom, saleTo }: Pick<CatalogueTier, 'offered' | 'saleFrom' | 'saleTo'>,
  today: IstDay,
): SaleDenial | null {
  if (!offered) return 'not_offered';
  if (saleFrom !== null && today < saleFrom) return 'not_yet';
  return saleTo !== null && today > saleTo ? 'over' : null;
}

export const MAX_TIERS = 12;
export const MAX_TIER_NAME = 40;
export const MAX_TIER_DESCRIPTION = 300;
/** A token number has at most 12 characters; one digit is left to grow. */
export const MAX_NUMBER_LENGTH = 11;
export const MIN_WIDTH = 3;
export const MAX_WIDTH = 8;
/** Paise: ₹1 to ₹1,00,00,000. */
export const MIN_PRICE = 1_00;
export const MAX_PRICE = 1_00_00_000_00;
const PREFIX = /^[A-Z][A-Z0-9]{0,3}$/;
/** Receipts have this series. */
const RESERVED_PREFIX = 'RC';

/** `GO-000001`; numbers above the width simply grow longer. */
export function formatSeriesNumber(
  { prefix, width }: Pick<CatalogueTier, 'prefix' | 'width'>,
  sequence: number,
): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new RangeError(`not a token sequence: ${sequence}`);
  return `${prefix}-${String(sequence).padStart(width, '0')}`;
}

/** The row of `token_counters` that counts a series: the prefix. The first three series had counters before they had prefixes. */
export function counterOf(prefix: string): string {
  const first = DEFAULT_CATALOGUE.tiers.find((each) => each.prefix === prefix);
  return first?.tokenType ?? prefix;
}

type Faults = Record<string, string>;
export type NewCatalogue = Pick<Catalogue, 'tiers' | 'paths'>;

/**
 * @param made versions of the project before: what they call a code keeps its medal
 * @returns what is wrong with a new version, by field (`gold.price`, `tiers`, `paths`); empty when nothing is
 */
export function catalogueFaults(fresh: NewCatalogue, made: readonly Pick<Catalogue, 'tiers'>[] = []): Faults {
  const { tiers } = fresh;
  const faults: Faults = {};
  if (tiers.length === 0 || tiers.length > MAX_TIERS) faults['tiers'] = `Describe 1 to ${MAX_TIERS} tiers`;
  for (const [at, each] of tiers.entries()) {
    const { code, tokenType, prefix } = each;
    const known = medalOf(made, code);
    for (const [field, text] of Object.entries(tierFaults(each))) faults[`${code}.${field}`] = text;
    if (known !== null && known !== tokenType) faults[`${code}.tokenType`] = `The code ${code} is for ${known} tiers`;
    if (tiers.findIndex((other) => other.code === code) !== at) faults[`${code}.code`] = `${code} stands there twice`;
    if (tiers.findIndex((other) => other.prefix === prefix) !== at)
      faults[`${code}.prefix`] = `${prefix} is the series of another tier`;
  }
  const paths = Object.keys(faults).length === 0 ? pathsFault(fresh) : null;
  return paths === null ? faults : { ...faults, paths };
}

function tierFaults({ code, name, description, price, saleFrom, saleTo, prefix, width }: CatalogueTier): Faults {
  const faults: Faults = {};
  if (!TIER_CODE.test(code)) faults.code = 'Enter 1 to 10 small letters, digits and hyphens, a letter first';
  else if (RESERVED_CODES.includes(code)) faults.code = `${code} cannot be a code`;
  if (name === '' || [...name].length > MAX_TIER_NAME)
    faults.name = `Enter a name of at most ${MAX_TIER_NAME} characters`;
  if (description !== null && [...description].length > MAX_TIER_DESCRIPTION)
    faults.description = `Enter at most ${MAX_TIER_DESCRIPTION} characters`;
  if (!Number.isSafeInteger(price) || price < MIN_PRICE || price > MAX_PRICE)
    faults.price = 'Enter a price from ₹1 to ₹1,00,00,000';
  if (saleFrom !== null && saleTo !== null && saleTo < saleFrom) faults.saleTo = 'The last day is before the first';
  if (!PREFIX.test(prefix)) faults.prefix = 'Enter one to four capital letters and digits, a letter first';
  else if (prefix === RESERVED_PREFIX) faults.prefix = `${RESERVED_PREFIX} is the series of receipts`;
  if (!Number.isSafeInteger(width) || width < MIN_WIDTH || width > MAX_WIDTH)
    faults.width = `Enter a number from ${MIN_WIDTH} to ${MAX_WIDTH}`;
  else if (prefix.length + 1 + width > MAX_NUMBER_LENGTH)
    faults.width = `Prefix, hyphen and digits have at most ${MAX_NUMBER_LENGTH} characters`;
  return faults;
}

function pathsFault({ tiers, paths }: NewCatalogue): string | null {
  for (const [at, path] of paths.entries()) {
    const name = `${path.from} to ${path.to}`;
    const [from, to] = [findTier({ tiers }, path.from), findTier({ tiers }, path.to)];
    if (!from || !to) return `An upgrade from ${name} names a tier that is not in this version`;
    if (!UPGRADE_PATHS.some((known) => known.from === from.tokenType && known.to === to.tokenType))
      return `An upgrade from ${name} is not possible: it has to lead to a higher medal`;
    if (paths.findIndex((other) => other.from === path.from && other.to === path.to) !== at)
      return `${name} stands there twice`;
    const amount = path.price ?? to.price - from.price;
    if (!Number.isSafeInteger(amount) || amount < MIN_PRICE || amount > MAX_PRICE)
      return `An upgrade from ${name} costs from ₹1 to ₹1,00,00,000`;
  }
  return null;
}

/** From and to are medals; two offers of one version may have the same, and differ in `toCode`. */
export interface UpgradeOffer {
  from: TokenType;
  to: TokenType;
  /** Code of the tier that the token gets. */
  toCode: string;
  /** Paise. */
  amount: number;
  /** The amount is the price of the higher tier less what the token cost; false: the path has a price of its own. */
  isDifference: boolean;
}

/** Whether a version has a path between two tiers that asks for the difference. */
export function asksDifference({ paths }: Pick<Catalogue, 'paths'>, fromCode: string, toCode: string): boolean {
  return paths.some(({ from, to, price }) => from === fromCode && to === toCode && price === null);
}

/**
 * What a catalogue asks for the upgrades of a payment's token. One that was made by an upgrade is not upgraded again, and a tier that
 * costs no more than what was paid is no upgrade.
 */
export function upgradeOffersOf(
  payment: Tiered & { paymentType: PaymentType; amount: number },
  catalogue: Pick<Catalogue, 'id' | 'tiers' | 'paths'>,
): UpgradeOffer[] {
  if (payment.paymentType === 'upgrade') return [];
  return catalogue.paths
    .filter(({ from }) => from === tierCodeOf(payment))
    .map((path) => {
      const { code: toCode, tokenType: to, price } = tierOf(catalogue, path.to);
      const amount = upgradePriceOf(path, price, payment.amount);
      return { from: payment.tokenType, to, toCode, amount, isDifference: path.price === null };
    })
    .filter(({ amount }) => amount >= MIN_PRICE);
}
