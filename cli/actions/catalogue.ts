import { readFile } from 'node:fs/promises';
import type { CreatedCatalogue, NewCatalogueVersion } from '../../src/contracts/catalogue.js';
import { possiblePaths } from '../../src/domain/upgrade/upgrade-paths.js';
import {
  CatalogueFileFault,
  catalogueFileText,
  CatalogueVersions,
  CatalogueVersionsModule,
  formOfVersion,
  readCatalogueFile,
} from '../../src/modules/catalogue/index.js';
import { withContext } from '../context.js';
import { dayFrom } from '../day.js';
import { CommandFailed, output, WrongUsage } from '../output.js';

interface Options {
  json?: boolean;
  project?: string;
}

type WriteOptions = Options & { dryRun?: boolean };

export async function list({ json, project = 'default' }: Options): Promise<void> {
  const { versions } = await withVersions((service) => service.settings(project));
  if (json) return output.json(versions);
  output.table(
    ['VERSION', 'FROM', 'STATE', 'MADE BY', 'TIERS'],
    versions.map(({ number, effectiveFrom, state, createdBy, tiers }) => [
      String(number),
      effectiveFrom,
      state,
      createdBy ?? 'command line',
      tiers
        .map(({ code, tokenType, name, price, prefix, offered }) => {
          const own = code === tokenType ? '' : ` (${code}, ${tokenType})`;
          return `${name}${own} ${price} ${prefix}${offered ? '' : ' (not sold)'}`;
        })
        .join(', '),
    ]),
  );
}

export async function show(number: string | undefined, { json, project = 'default' }: Options): Promise<void> {
  if (number !== undefined && !/^[1-9]\d{0,5}$/.test(number))
    throw new WrongUsage('[number] must be a number such as 3');
  const { versions } = await withVersions((service) => service.settings(project));
  const version = versions.find((each) =>
    number === undefined ? each.state === 'in-force' : String(each.number) === number,
  );
  if (!version)
    throw new CommandFailed(
      number === undefined ? 'The project has no catalogue of its own.' : `There is no version ${number}.`,
    );
  if (json) return output.json(version);
  output.note(`Version ${version.number}, from ${version.effectiveFrom}, ${version.state}, sha256 ${version.digest}`);
  output.data(catalogueFileText(project, formOfVersion(version)));
}

interface CreateOptions extends WriteOptions {
  effective: string;
  set?: string[];
  upgrade?: string[];
}

/** The newest version as a file, with the changes written over its lines. */
export async function create({ effective, set = [], upgrade = [], ...options }: CreateOptions): Promise<void> {
  dayFrom('--effective', effective);
  if (set.length + upgrade.length === 0) throw new WrongUsage('Name at least one change with --set or --upgrade');
  const project = options.project ?? 'default';
  const { base } = await withVersions((service) => service.settings(project));
  const lines = catalogueFileText(project, { ...base, effectiveFrom: effective }).split('\n');
  for (const change of set) {
    const [, tier, key, value] = /^([a-z][a-z0-9-]*)\.([a-z]+)=(.*)$/s.exec(change) ?? [];
    if (!base.tiers.some(({ code }) => code === tier))
      throw new WrongUsage(
        `--set ${change}: write tier.key=value, such as gold.price=55000, with a tier of the newest version`,
      );
    write(lines, tier ?? '', key ?? '', value ?? '');
  }
  for (const change of upgrade) {
    const [, from, to, value] = /^([a-z][a-z0-9-]*):([a-z][a-z0-9-]*)=(.*)$/s.exec(change) ?? [];
    if (!possiblePaths(base.tiers).some((path) => path.from === from && path.to === to))
      throw new WrongUsage(
        `--upgrade ${change}: write from:to=price, such as silver:gold=difference, with tiers of the newest version, to a higher medal`,
      );
    write(lines, 'upgrades', `${from} to ${to}`, value ?? '');
  }
  const { version } = withoutFault(() => readCatalogueFile('the new version', lines.join('\n'), { effective }));
  await make(project, version, options);
}

/** Puts a line in place of the section's line with the same key, or in front of the next section. */
function write(lines: string[], section: string, key: string, value: string): void {
  const start = lines.indexOf(`# ${section}`);
  const next = lines.findIndex((line, at) => at > start && line.startsWith('# '));
  const end = next === -1 ? lines.length : next;
  const at = lines.findIndex((line, index) => index > start && index < end && line.startsWith(`${key}:`));
  if (at === -1) lines.splice(start + 1, 0, `${key}: ${value}`);
  else lines[at] = `${key}: ${value}`;
}

export async function importFile(file: string, options: WriteOptions & { effective?: string }): Promise<void> {
  const effective = options.effective === undefined ? null : dayFrom('--effective', options.effective);
  const content = await contentOf(file);
  const read = withoutFault(() => readCatalogueFile(file, content, { effective }));
  const said = [...new Set([options.project, read.project].filter((each) => each !== undefined && each !== null))];
  if (said.length > 1) throw new CommandFailed(`project is said in different ways: ${said.join(', ')}`);
  await make(said[0] ?? 'default', read.version, options);
}

async function make(
  project: string,
  version: NewCatalogueVersion,
  { dryRun = false, json }: WriteOptions,
): Promise<void> {
  const made = await withVersions((service) => service.create(project, version, { dryRun }));
  if (json) return output.json({ ...made, project, written: made.isNew && !dryRun });
  for (const { what, from, to } of made.isNew ? made.changes : []) output.note(`${what}: ${from} → ${to}`);
  output.note(sentenceOf(made, dryRun));
}

function sentenceOf({ number, effectiveFrom, isNew, openLinks }: CreatedCatalogue, dryRun: boolean): string {
  if (!isNew) return `Version ${number} says the same from ${effectiveFrom} on: nothing to do.`;
  const whom = `for links that are made from ${effectiveFrom} on; open links (${openLinks}) keep what they were made under`;
  return dryRun
    ? `Would make version ${number}, ${whom}. Nothing was written (--dry-run).`
    : `Made version ${number}, ${whom}.`;
}

/** A fault of a file is a refusal with its reason, not a fault of the program. */
function withoutFault<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CatalogueFileFault ? new CommandFailed(error.message, { cause: error }) : error;
  }
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}

function withVersions<T>(work: (service: CatalogueVersions) => Promise<T>): Promise<T> {
  return withContext({ imports: () => [CatalogueVersionsModule] }, (context) => work(context.get(CatalogueVersions)));
}
