import type { NewCatalogueTier, NewCatalogueVersion, NewUpgradePath } from '../../../contracts/catalogue.js';
import { medalOfCode, RESERVED_CODES, TIER_CODE } from '../../../domain/catalogue/tier-code.js';
import { TOKEN_TYPES } from '../../../domain/payment/token-catalogue.js';
import { possiblePaths } from '../../../domain/upgrade/upgrade-paths.js';

/** A file cannot be read as a catalogue. */
export class CatalogueFileFault extends Error {}

const FENCE = '---';
const HEAD_KEYS = ['project', 'effective'];
const TIER_KEYS = ['name', 'price', 'numbers', 'sold', 'from', 'to', 'about', 'medal'];
const UPGRADES = 'upgrades';
/** `silver to gold`: the key of an upgrade. */
const UPGRADE = /^([a-z][a-z0-9-]*) to ([a-z][a-z0-9-]*)$/;
const OFF = 'off';

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
 *     # villa
 *     medal: platinum
 *     name: Villa
 *     price: 250000
 *     numbers: VI-000001
 *
 *     # Upgrades
 *     gold to villa: difference
 *
 * A heading for each tier with its code, in the order of the sales pages, and one for the upgrades. Lines are `key: value`; what is left
 * out of a tier is as it is without a limit (`sold: yes`, no days, no text), its medal is its code, and an upgrade that is left out is
 * off. No other keys are known, so a misspelt one is noticed.
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
  const upgrades = sections.get(UPGRADES) ?? new Map<string, string>();
  const codes = [...sections.keys()].filter((title) => title !== UPGRADES);
  return {
    project: head.get('project') ?? null,
    version: {
      effectiveFrom: effective,
      tiers: codes.map((code) => tierFrom(name, code, sections.get(code) ?? new Map())),
      paths: [...upgrades].flatMap(([key, price]) => pathFrom(key, price)),
    },
  };
}

function pathFrom(key: string, price: string): NewUpgradePath[] {
  const [, from = '', to = ''] = UPGRADE.exec(key) ?? [];
  return price === OFF ? [] : [{ from, to, price }];
}

function sectionsOf(name: string, lines: string[], from: number): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  const starts = lines.flatMap((line, at) => (at >= from && line.startsWith('#') ? [at] : []));
  readLines(name, lines.slice(from, starts[0] ?? lines.length), from, []);
  for (const [index, start] of starts.entries()) {
    const title = (lines[start] ?? '').replace(/^#+/, '').trim().toLowerCase();
    const isTier = TIER_CODE.test(title) && !RESERVED_CODES.includes(title);
    if (!isTier && title !== UPGRADES)
      throw new CatalogueFileFault(
        `${name}, line ${start + 1}: expected the code of a tier, such as # gold, or # ${UPGRADES}`,
      );
    if (sections.has(title)) throw new CatalogueFileFault(`${name}, line ${start + 1}: ${title} stands there twice`);
    const body = lines.slice(start + 1, starts[index + 1] ?? lines.length);
    sections.set(title, readLines(name, body, start + 1, isTier ? TIER_KEYS : UPGRADE));
  }
  return sections;
}

/**
 * @param before number of lines in front of the first one
 * @param keys that are known, or their form
 */
function readLines(
  name: string,
  lines: string[],
  before: number,
  keys: readonly string[] | RegExp,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const place = `${name}, line ${before + at + 1}`;
    const { key, value } = lineOf(text);
    if (keys instanceof RegExp) {
      if (!keys.test(key))
        throw new CatalogueFileFault(`${place}: expected an upgrade, such as silver to gold: difference`);
    } else if (!keys.includes(key))
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

function tierFrom(name: string, code: string, values: Map<string, string>): NewCatalogueTier {
  const medal = values.get('medal') ?? code;
  const tokenType = TOKEN_TYPES.find((type) => type === medal);
  if (!tokenType) throw new CatalogueFileFault(`${name}: ${code}: medal must be one of ${TOKEN_TYPES.join(', ')}`);
  const sold = values.get('sold') ?? 'yes';
  if (sold !== 'yes' && sold !== 'no') throw new CatalogueFileFault(`${name}: ${code}: sold must be yes or no`);
  const numbers = /^([A-Z0-9]+)-(0*1)$/.exec(values.get('numbers') ?? '');
  if (!numbers)
    throw new CatalogueFileFault(`${name}: ${code}: numbers must be the first token number, such as GO-000001`);
  return {
    code,
    tokenType,
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

/** The text of a file that reads as this version. Upgrades between its tiers that it does not open are written as off. */
export function catalogueFileText(project: string, { effectiveFrom, tiers, paths }: NewCatalogueVersion): string {
  const optional = (key: string, value: string) => (value === '' ? [] : [`${key}: ${value}`]);
  const sections = tiers.map((tier) => {
    const { code, tokenType, name, price, prefix, width, offered, saleFrom, saleTo, description } = tier;
    return [
      `# ${code}`,
      ...optional('medal', medalOfCode(code) === tokenType ? '' : tokenType),
      `name: ${name}`,
      `price: ${price}`,
      `numbers: ${prefix}-${'1'.padStart(width, '0')}`,
      `sold: ${offered ? 'yes' : 'no'}`,
      ...optional('from', saleFrom),
      ...optional('to', saleTo),
      ...optional('about', description),
    ].join('\n');
  });
  const upgrades = possiblePaths(tiers).map(({ from, to }) => {
    const open = paths.find((path) => path.from === from && path.to === to);
    return `${from} to ${to}: ${open?.price ?? OFF}`;
  });
  const head = [FENCE, `project: ${project}`, `effective: ${effectiveFrom}`, FENCE].join('\n');
  return [head, ...sections, [`# ${UPGRADES}`, ...upgrades].join('\n')].join('\n\n');
}
