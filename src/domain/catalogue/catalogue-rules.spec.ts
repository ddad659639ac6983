import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { TokenType } from '../payment/token-catalogue.js';
import type { UpgradePath } from '../upgrade/upgrade-paths.js';
import { catalogueChanges } from './catalogue-changes.js';
import {
  type Catalogue,
  catalogueFaults,
  catalogueInForce,
  type CatalogueTier,
  counterOf,
  DEFAULT_CATALOGUE,
  formatSeriesNumber,
  medalOf,
  saleDenial,
  tierOf,
  upgradeOffersOf,
} from './catalogue-rules.js';
import { catalogueText } from './catalogue-text.js';

const version = (id: number, projectId: number, number: number, effectiveFrom: string): Catalogue => ({
  ...DEFAULT_CATALOGUE,
  id,
  projectId,
  number,
  effectiveFrom,
});

describe('the catalogue in force', () => {
  const versions = [
    DEFAULT_CATALOGUE,
    version(2, 1, 2, '2026-12-01'),
    version(3, 2, 1, '2026-12-05'),
    version(4, 1, 3, '2026-12-01'),
    version(5, 1, 4, '2027-01-10'),
  ];

  it.each([
    [1, '2026-11-30', 1],
    // The highest number whose first day has come.
    [1, '2026-12-01', 4],
    [1, '2027-01-09', 4],
    [1, '2027-01-10', 5],
    // Without a version of its own, or before it: the first of the installation.
    [2, '2026-12-04', 1],
    [2, '2026-12-05', 3],
    [3, '2027-01-10', 1],
  ])('of project %d on %s', (projectId, today, id) => {
    expect(catalogueInForce(versions, projectId, today).id).toBe(id);
  });
});

describe('the sale of a tier', () => {
  it.each<[string, Partial<CatalogueTier>, string, ReturnType<typeof saleDenial>]>([
    ['without days', {}, '2026-12-01', null],
    ['not offered', { offered: false }, '2026-12-01', 'not_offered'],
    ['before its first day', { saleFrom: '2026-12-02' }, '2026-12-01', 'not_yet'],
    ['on its first day', { saleFrom: '2026-12-01' }, '2026-12-01', null],
    ['on its last day', { saleTo: '2026-12-01' }, '2026-12-01', null],
    ['after its last day', { saleTo: '2026-11-30' }, '2026-12-01', 'over'],
    ['not offered within its days', { offered: false, saleFrom: '2026-11-01' }, '2026-12-01', 'not_offered'],
  ])('%s', (_case, change, today, denial) => {
    expect(saleDenial({ ...tierOf(DEFAULT_CATALOGUE, 'gold'), ...change }, today)).toBe(denial);
  });
});

describe('upgrades of a token', () => {
  const paths: UpgradePath[] = [
    { from: 'gold', to: 'platinum', price: null },
    { from: 'silver', to: 'gold', price: null },
    { from: 'silver', to: 'platinum', price: 90_000_00 },
  ];
  const offers = (tokenType: TokenType, amount: number, open = paths, paymentType: 'initial' | 'upgrade' = 'initial') =>
    upgradeOffersOf({ tokenType, tierCode: null, paymentType, amount }, { ...DEFAULT_CATALOGUE, paths: open }).map(
      ({ to, amount: asked }) => [to, asked],
    );

  it.each<[string, unknown, unknown]>([
    ['gold, for the difference', offers('gold', 51_000_00), [['platinum', 49_000_00]]],
    ['gold that cost less', offers('gold', 40_000_00), [['platinum', 60_000_00]]],
    ['gold that cost as much as platinum does now', offers('gold', 1_00_000_00), []],
    ['gold that cost more', offers('gold', 1_20_000_00), []],
    [
      'silver, two paths',
      offers('silver', 100_00),
      [
        ['gold', 50_900_00],
        ['platinum', 90_000_00],
      ],
    ],
    ['platinum', offers('platinum', 1_00_000_00), []],
    ['silver without a path', offers('silver', 100_00, DEFAULT_CATALOGUE.paths as UpgradePath[]), []],
    ['a gold token that an upgrade made', offers('gold', 50_900_00, paths, 'upgrade'), []],
  ])('%s', (_case, found, expected) => expect(found).toEqual(expected));
});

const VILLA: CatalogueTier = {
  ...tierOf(DEFAULT_CATALOGUE, 'gold'),
  code: 'villa',
  name: 'Villa',
  price: 75_000_00,
  prefix: 'VI',
};
const SKY: CatalogueTier = {
  ...VILLA,
  code: 'sky',
  tokenType: 'platinum',
  name: 'Sky villa',
  price: 2_00_000_00,
  prefix: 'SK',
};
const WITH_VILLAS: Catalogue = {
  ...DEFAULT_CATALOGUE,
  tiers: [...DEFAULT_CATALOGUE.tiers, VILLA, SKY],
  paths: [
    { from: 'gold', to: 'platinum', price: null },
    { from: 'gold', to: 'sky', price: null },
    { from: 'villa', to: 'sky', price: 1_00_000_00 },
  ],
};

describe('tiers with codes', () => {
  const offers = (tierCode: string | null, version = WITH_VILLAS) =>
    upgradeOffersOf({ tokenType: 'gold', tierCode, paymentType: 'initial', amount: 51_000_00 }, version).map(
      ({ from, to, toCode, amount }) => [from, to, toCode, amount],
    );

  it.each<[string, unknown, unknown]>([
    [
      'gold leads to both tiers of the higher medal',
      offers(null),
      [
        ['gold', 'platinum', 'platinum', 49_000_00],
        ['gold', 'platinum', 'sky', 1_49_000_00],
      ],
    ],
    ['a tier of the same medal goes by its own paths', offers('villa'), [['gold', 'platinum', 'sky', 1_00_000_00]]],
    ['a tier that the version in force leaves out has none', offers('villa', { ...DEFAULT_CATALOGUE, paths: [] }), []],
  ])('%s', (_case, found, expected) => expect(found).toEqual(expected));

  it.each<[string, string, TokenType | null]>([
    ['its own medal', 'gold', 'gold'],
    ['that of the version that names it', 'villa', 'gold'],
    ['none', 'shop', null],
  ])('a code has %s: %s', (_case, code, medal) => expect(medalOf([WITH_VILLAS], code)).toBe(medal));

  it('change the digest, and those whose code is their medal do not', () => {
    expect(catalogueText(WITH_VILLAS)).toContain('"VI",6,"villa"]');
    expect(catalogueText({ ...WITH_VILLAS, tiers: [{ ...VILLA, code: 'gold' }] })).not.toContain('"gold"]');
  });

  it('come and go as changes', () => {
    expect(catalogueChanges(DEFAULT_CATALOGUE, { ...WITH_VILLAS, tiers: WITH_VILLAS.tiers.slice(1) })).toEqual([
      { what: 'Tier gold', from: 'Gold, gold, ₹51,000, GO-000001', to: 'none' },
      { what: 'Tier villa', from: 'none', to: 'Villa, gold, ₹75,000, VI-000001' },
      { what: 'Tier sky', from: 'none', to: 'Sky villa, platinum, ₹2,00,000, SK-000001' },
      { what: 'Upgrade from gold to sky', from: 'not possible', to: 'for the difference' },
      { what: 'Upgrade from villa to sky', from: 'not possible', to: 'for ₹1,00,000' },
    ]);
  });

  const fields = (tiers: readonly CatalogueTier[], paths: readonly UpgradePath[] = [], made = [WITH_VILLAS]) =>
    Object.keys(catalogueFaults({ tiers, paths }, made));
  const path = (from: string, to: string) => [{ from, to, price: null }];
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...VILLA, code: `t${at}`, prefix: `T${at}` }));

  it.each<[string, string[], string[]]>([
    ['one tier', fields([VILLA]), []],
    ['no tier', fields([]), ['tiers']],
    ['twelve', fields(many(12)), []],
    ['thirteen', fields(many(13)), ['tiers']],
    ['the longest code', fields([{ ...VILLA, code: 'a123456-89' }]), []],
    ['a longer one', fields([{ ...VILLA, code: 'a123456-890' }]), ['a123456-890.code']],
    ['capital letters', fields([{ ...VILLA, code: 'Villa' }]), ['Villa.code']],
    ['a digit first', fields([{ ...VILLA, code: '2bhk' }]), ['2bhk.code']],
    ['an empty code', fields([{ ...VILLA, code: '' }]), ['.code']],
    ['the heading of upgrades', fields([{ ...VILLA, code: 'upgrades' }]), ['upgrades.code']],
    ['a code twice', fields([VILLA, { ...VILLA, prefix: 'VJ' }]), ['villa.code']],
    ['another medal than before', fields([{ ...VILLA, tokenType: 'silver' }]), ['villa.tokenType']],
    ['a medal as code of another', fields([{ ...VILLA, code: 'silver' }], [], []), ['silver.tokenType']],
    ['a path to a higher medal', fields([VILLA, SKY], path('villa', 'sky')), []],
    ['a path within a medal', fields([...DEFAULT_CATALOGUE.tiers, VILLA], path('gold', 'villa')), ['paths']],
    ['a path down', fields([VILLA, SKY], path('sky', 'villa')), ['paths']],
    ['a path to a tier that is not there', fields([VILLA, SKY], path('villa', 'platinum')), ['paths']],
  ])('%s', (_case, faults, expected) => expect(faults).toEqual(expected));
});

describe('a new version', () => {
  const changed = (change: Partial<CatalogueTier>, paths: readonly UpgradePath[] = DEFAULT_CATALOGUE.paths) => ({
    tiers: DEFAULT_CATALOGUE.tiers.map((tier) => (tier.tokenType === 'gold' ? { ...tier, ...change } : tier)),
    paths,
  });
  const fields = (...given: Parameters<typeof changed>) => Object.keys(catalogueFaults(changed(...given)));

  it.each<[string, string[], string[]]>([
    ['as the first', fields({}), []],
    ['no name', fields({ name: '' }), ['gold.name']],
    ['a long name', fields({ name: 'x'.repeat(41) }), ['gold.name']],
    ['a long text', fields({ description: 'x'.repeat(301) }), ['gold.description']],
    ['no price', fields({ price: 0 }), ['gold.price']],
    ['half a rupee', fields({ price: 50 }), ['gold.price']],
    ['a price beyond a crore', fields({ price: 1_00_00_001_00 }), ['gold.price']],
    ['a last day before the first', fields({ saleFrom: '2026-12-02', saleTo: '2026-12-01' }), ['gold.saleTo']],
    ['a prefix in small letters', fields({ prefix: 'go' }), ['gold.prefix']],
    ['a prefix of five letters', fields({ prefix: 'GOLDS', width: 3 }), ['gold.prefix']],
    ['a prefix of digits', fields({ prefix: '12' }), ['gold.prefix']],
    ['the prefix of receipts', fields({ prefix: 'RC' }), ['gold.prefix']],
    ['the prefix of another tier', fields({ prefix: 'SI' }), ['silver.prefix']],
    ['two digits', fields({ width: 2 }), ['gold.width']],
    ['numbers that are too long', fields({ prefix: 'GOLD', width: 7 }), ['gold.width']],
    ['the longest numbers', fields({ prefix: 'GOLD', width: 6 }), []],
    ['no paths', fields({}, []), []],
    ['a path down', fields({}, [{ from: 'platinum', to: 'gold', price: null }]), ['paths']],
    ['a path twice', fields({}, [...DEFAULT_CATALOGUE.paths, ...DEFAULT_CATALOGUE.paths]), ['paths']],
    ['a path for nothing', fields({}, [{ from: 'silver', to: 'gold', price: 0 }]), ['paths']],
    ['a difference below zero', fields({ price: 2_00_000_00 }), ['paths']],
  ])('%s', (_case, faults, expected) => expect(faults).toEqual(expected));

  it('says what it changes', () => {
    const after = changed({ price: 55_000_00, saleTo: '2026-12-31' }, [
      { from: 'silver', to: 'gold', price: 45_000_00 },
    ]);
    expect(catalogueChanges(DEFAULT_CATALOGUE, after)).toEqual([
      { what: 'Gold: price', from: '₹51,000', to: '₹55,000' },
      { what: 'Gold: last day of sale', from: 'no limit', to: '2026-12-31' },
      { what: 'Upgrade from gold to platinum', from: 'for the difference', to: 'not possible' },
      { what: 'Upgrade from silver to gold', from: 'not possible', to: 'for ₹45,000' },
    ]);
    expect(catalogueChanges(DEFAULT_CATALOGUE, DEFAULT_CATALOGUE)).toEqual([]);
  });

  it('has the digest that the migration wrote', () => {
    expect(createHash('sha256').update(catalogueText(DEFAULT_CATALOGUE)).digest('hex')).toBe(
      'fb6be38d925756ef6cff295a299f7656c08b5961f02dfb4749eba5cb38b13b92',
    );
  });
});

describe('a number series', () => {
  it.each([
    ['GO', 6, 1, 'GO-000001'],
    ['GO', 6, 1_000_000, 'GO-1000000'],
    ['MG', 3, 12, 'MG-012'],
  ])('%s with %d digits, %d', (prefix, width, sequence, number) => {
    expect(formatSeriesNumber({ prefix, width }, sequence)).toBe(number);
  });

  it.each([
    ['GO', 'gold'],
    ['SI', 'silver'],
    ['PL', 'platinum'],
    ['MG', 'MG'],
  ])('%s is counted by %s', (prefix, counter) => expect(counterOf(prefix)).toBe(counter));
});
