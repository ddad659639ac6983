import { readFile } from 'node:fs/promises';
import type { NewTermsVersion } from '../../src/contracts/projects.js';
import {
  type CreatedTerms,
  joinTermsFiles,
  readTermsFile,
  type TermsFile,
  TermsFileFault,
  Terms,
  TermsModule,
} from '../../src/modules/terms/index.js';
import { withContext } from '../context.js';
import { dayFrom } from '../day.js';
import { CommandFailed, output, WrongUsage } from '../output.js';

interface Options {
  json?: boolean;
  project?: string;
}

type WriteOptions = Options & { dryRun?: boolean };

export async function list({ json, project = 'default' }: Options): Promise<void> {
  const versions = await withTerms((service) => service.list(project));
  if (json) output.json(versions);
  else
    output.table(
      ['VERSION', 'FROM', 'STATE', 'AGREED', 'MADE BY', 'SHA-256'],
      versions.map(({ number, effectiveFrom, state, agreements, createdBy, digest }) => [
        String(number),
        effectiveFrom,
        state,
        String(agreements),
        createdBy ?? 'command line',
        digest.slice(0, 12),
      ]),
    );
}

export async function show(
  number: string | undefined,
  { json, project = 'default', language = 'en' }: Options & { language?: string },
): Promise<void> {
  if (language !== 'en' && language !== 'hi') throw new WrongUsage('--language must be en or hi');
  if (number !== undefined && !/^[1-9]\d{0,5}$/.test(number))
    throw new WrongUsage('[number] must be a number such as 3');
  const versions = await withTerms((service) => service.list(project));
  const version = versions.find((each) =>
    number === undefined ? each.state === 'in-force' : String(each.number) === number,
  );
  if (!version)
    throw new CommandFailed(number === undefined ? 'No terms are in force.' : `There is no version ${number}.`);
  if (json) return output.json(version);
  const body = language === 'hi' ? version.bodyHi : version.bodyEn;
  if (body === null) throw new CommandFailed(`Version ${version.number} has no Hindi text.`);
  output.note(`Version ${version.number}, from ${version.effectiveFrom}, ${version.state}, sha256 ${version.digest}`);
  output.data(body);
}

interface CreateOptions extends WriteOptions {
  en: string;
  hi?: string;
  effective: string;
  summaryEn: string;
  summaryHi?: string;
}

export async function create(options: CreateOptions): Promise<void> {
  const version: NewTermsVersion = {
    effectiveFrom: dayFrom('--effective', options.effective),
    summaryEn: options.summaryEn,
    bodyEn: await contentOf(options.en),
    ...(options.hi !== undefined && { bodyHi: await contentOf(options.hi) }),
    ...(options.summaryHi !== undefined && { summaryHi: options.summaryHi }),
  };
  await write(options.project ?? 'default', version, options);
}

export async function importFiles(names: string[], options: WriteOptions & { effective?: string }): Promise<void> {
  const given = { project: options.project ?? null, effectiveFrom: options.effective ?? null };
  const contents = await Promise.all(names.map(async (name) => ({ name, content: await contentOf(name) })));
  const { project, version } = withoutFault(() => {
    const files = contents.map(({ name, content }): TermsFile => readTermsFile(name, content));
    return joinTermsFiles(files, given);
  });
  await write(project, version, options);
}

async function write(project: string, version: NewTermsVersion, { dryRun = false, json }: WriteOptions): Promise<void> {
  const made = await withTerms((service) => service.create(project, version, { dryRun }));
  if (json) output.json({ ...made, project, written: made.isNew && !dryRun });
  else output.note(sentenceOf(made, dryRun));
}

function sentenceOf({ number, effectiveFrom, isNew }: CreatedTerms, dryRun: boolean): string {
  if (!isNew) return `Version ${number} says the same from ${effectiveFrom} on: nothing to do.`;
  return dryRun
    ? `Would make version ${number}, in force from ${effectiveFrom}. Nothing was written (--dry-run).`
    : `Made version ${number}, in force from ${effectiveFrom}.`;
}

/** A fault of a file is a refusal with its reason, not a fault of the program. */
function withoutFault<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof TermsFileFault ? new CommandFailed(error.message, { cause: error }) : error;
  }
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}

function withTerms<T>(work: (service: Terms) => Promise<T>): Promise<T> {
  return withContext({ imports: () => [TermsModule] }, (context) => work(context.get(Terms)));
}
