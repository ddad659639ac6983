import type { NewCatalogueTier, NewCatalogueVersion } from '../../../contracts/catalogue.js';
import { TOKEN_TYPES, type TokenType } from '../../../domain/payment/token-catalogue.js';

/** A file cannot be read as a catalogue. */
export class CatalogueFileFault extends Error {}

const FENCE = '---';
const HEAD_KEYS = ['project', 'effective'];
const TIER_KEYS = ['name', 'price', 'numbers', 'sold', 'from', 'to', 'about'];
const UPGRADES = {
  'gold to platinum': 'goldToPlatinum',
  'silver to gold': 'silverToGold',
  'silver to platinum': 'silverToPlatinum',
} as const satisfies Record<string, keyof NewCatalogueVersion>;

interface Line {
  key: string;
  value: string;
}

/** What the file says, and the project that its head names; null: the command's. */
export interface CatalogueFile {
  project: string | null;
  version: NewCatalogueVersion;
}

/**
 * Reads a file of the form
 *
 *     ---
 *     project: default
 *     effective: 2026-12-01
 *     ---
 *     # Gold
 *     name: Gold
 *     price: 51000
 *     numbers: GO-000001
 *
 *     # Upgrades
 *     gold to platinum: difference
 *
 * A heading for each tier, in the order of the sales pages, and one for the upgrades. Lines are `key: value`; what is left out of a tier is
 * as it is without a limit (`sold: yes`, no days, no text), and an upgrade that is left out is off. No other keys are known, so a misspelt
 * one is noticed.
 * @param given what the options of the command say; the file may say it too, but nothing else
 * @throws CatalogueFileFault
 */
export function readCatalogueFile(name: string, content: string, given: { effective: string | null }): CatalogueFile {
  const lines = content.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const end = lines.indexOf(FENCE, 1);
  if (lines[0] !== FENCE || end === -1)
    throw new CatalogueFileFault(`${name}: the file begins with a head between two lines of ---`);
  const head = readLines(name, lines.slice(1, end), 1, HEAD_KEYS);
  const sections = sectionsOf(name, lines, end + 1);
  const effective = head.get('effective') ?? given.effective;
  if (effective === null)
    throw new CatalogueFileFault(
      'No first day is given: write effective: YYYY-MM-DD into the head, or use --effective',
    );
  if (given.effective !== null && given.effective !== effective)
    throw new CatalogueFileFault(`effective is said in different ways: ${given.effective}, ${effective}`);
  const order = [...sections.keys()];
  const tier = (type: TokenType) => tierFrom(name, type, sections.get(type), order);
  const upgrades = sections.get('upgrades') ?? new Map<string, string>();
  return {
    project: head.get('project') ?? null,
    version: {
      effectiveFrom: effective,
      gold: tier('gold'),
      silver: tier('silver'),
      platinum: tier('platinum'),
      goldToPlatinum: upgrades.get('gold to platinum') ?? 'off',
      silverToGold: upgrades.get('silver to gold') ?? 'off',
      silverToPlatinum: upgrades.get('silver to platinum') ?? 'off',
    },
  };
}

function sectionsOf(name: string, lines: string[], from: number): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  const starts = lines.flatMap((line, at) => (at >= from && line.startsWith('#') ? [at] : []));
  readLines(name, lines.slice(from, starts[0] ?? lines.length), from, []);
  for (const [index, start] of starts.entries()) {
    const title = (lines[start] ?? '').replace(/^#+/, '').trim().toLowerCase();
    const isTier = TOKEN_TYPES.some((type) => type === title);
    if (!isTier && title !== 'upgrades')
      throw new CatalogueFileFault(
        `${name}, line ${start + 1}: expected # ${[...TOKEN_TYPES, 'upgrades'].join(', # ')}`,
      );
    if (sections.has(title)) throw new CatalogueFileFault(`${name}, line ${start + 1}: ${title} stands there twice`);
    const body = lines.slice(start + 1, starts[index + 1] ?? lines.length);
    sections.set(title, readLines(name, body, start + 1, isTier ? TIER_KEYS : Object.keys(UPGRADES)));
  }
  return sections;
}

/** @param before number of lines in front of the first one */
function readLines(name: string, lines: string[], before: number, keys: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const place = `${name}, line ${before + at + 1}`;
    const { key, value } = lineOf(text);
    if (!keys.includes(key))
      throw new CatalogueFileFault(`${place}: expected one of ${keys.map((each) => `${each}:`).join(' ') || '# gold'}`);
    if (values.has(key)) throw new CatalogueFileFault(`${place}: ${key} stands there twice`);
    values.set(key, value);
  }
  return values;
}

function lineOf(text: string): Line {
  const colon = text.indexOf(':');
  return { key: text.slice(0, Math.max(colon, 0)).trim(), value: text.slice(colon + 1).trim() };
}

function tierFrom(
  name: string,
  type: TokenType,
  values: Map<string, string> | undefined,
  order: string[],
): NewCatalogueTier {
  if (!values) throw new CatalogueFileFault(`${name}: # ${type} is missing`);
  const sold = values.get('sold') ?? 'yes';
  if (sold !== 'yes' && sold !== 'no') throw new CatalogueFileFault(`${name}: ${type}: sold must be yes or no`);
  const numbers = /^([A-Z0-9]+)-(0*1)$/.exec(values.get('numbers') ?? '');
  if (!numbers)
    throw new CatalogueFileFault(`${name}: ${type}: numbers must be the first token number, such as GO-000001`);
  return {
    position: order.filter((each) => each !== 'upgrades').indexOf(type) + 1,
    offered: sold === 'yes',
    name: values.get('name') ?? '',
    price: values.get('price') ?? '',
    description: values.get('about') ?? '',
    saleFrom: values.get('from') ?? '',
    saleTo: values.get('to') ?? '',
    prefix: numbers[1] ?? '',
    width: (numbers[2] ?? '').length,
  };
}

/** The text of a file that reads as this version. */
export function catalogueFileText(project: string, version: NewCatalogueVersion): string {
  const tiers = [...TOKEN_TYPES].sort((one, other) => version[one].position - version[other].position);
  const optional = (key: string, value: string) => (value === '' ? [] : [`${key}: ${value}`]);
  const sections = tiers.map((type) => {
    const { name, price, prefix, width, offered, saleFrom, saleTo, description } = version[type];
    return [
      `# ${type}`,
      `name: ${name}`,
      `price: ${price}`,
      `numbers: ${prefix}-${'1'.padStart(width, '0')}`,
      `sold: ${offered ? 'yes' : 'no'}`,
      ...optional('from', saleFrom),
      ...optional('to', saleTo),
      ...optional('about', description),
    ].join('\n');
  });
  const upgrades = Object.entries(UPGRADES).map(([key, field]) => `${key}: ${version[field]}`);
  const head = [FENCE, `project: ${project}`, `effective: ${version.effectiveFrom}`, FENCE].join('\n');
  return [head, ...sections, ['# upgrades', ...upgrades].join('\n')].join('\n\n');
}
