// What documents and lists name has to be there, and what is there has to be named. Words are free.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingNames } from '../../src/config/env.js';
import { SECRETS } from '../../src/config/secret-files.js';
import { MESSAGES } from '../../src/contracts/messages.js';
import { textsIn } from '../../src/contracts/words/index.js';
import { missingPictures } from '../gallery/album.js';
import { ROOMS } from '../gallery/scenes/index.js';
import { ROOT } from './generated-files.js';
import { textsOf } from './texts.js';

const HANDBOOK = 'docs/operations.md';
/** Set by `npm run dev` for its own child, and by nobody else. */
const INTERNAL_SETTINGS = new Set(['VITE_ORIGIN']);
const METRIC_SOURCES = [
  'src/runtime/metrics.ts',
  'src/runtime/runtime.module.ts',
  'src/runtime/workers/primary-figures.ts',
  'src/database/read-replica.ts',
  'src/modules/payment-lists/counters/backlog-metrics.ts',
];
const WORD_USERS = [
  'resources/components/public',
  'resources/pages/Public',
  'src/mail/templates',
  'src/modules/receipts',
  'src/modules',
  'src/contracts/words/index.ts',
];
/** Looked up by a code that the payment, the bank's answer or the refusal carries. */
const WORDS_BY_CODE = /^(tiers|statuses|problems|failures|bankAnswers|refunds\.states|receipt\.modes)\./;
/** Decision records tell of the day they were written on: only their links are followed. */
const RECORDS = 'docs/adr/';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

export function documentProblems(): string[] {
  return [
    ...settingProblems(),
    ...metricProblems(),
    ...pageMapProblems(),
    ...unusedWords(),
    ...messagesOfNoPage(),
    ...pictureProblems(),
    ...documents().flatMap((path) => deadReferences(path, read(path))),
    ...sources().flatMap((path) => deadCitations(path, read(path))),
  ];
}

function settingProblems(): string[] {
  const names = ['NODE_ENV', ...settingNames()].filter((name) => !INTERNAL_SETTINGS.has(name));
  const example = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const chapter = /## Configure\n([^]*?)\n## /.exec(read(HANDBOOK))?.[1] ?? '';
  const cells = [...chapter.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell);
  const documented = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
  return [
    ...differences(names, example, 'a line in .env.example'),
    ...differences(
      [...names, ...SECRETS.map((name) => `${name}_FILE`)],
      documented,
      `a row in ${HANDBOOK}, "Configure"`,
    ),
  ];
}

function metricProblems(): string[] {
  const measured = METRIC_SOURCES.flatMap((path) => read(path).match(/(?<=')tokendesk_[a-z_]+(?=')/g) ?? []);
  const rows = [...read(HANDBOOK).matchAll(/^\| .*/gm)].flatMap(([row]) => row.match(/tokendesk_[a-z_]+/g) ?? []);
  return differences(new Set(measured), new Set(rows), `a row in ${HANDBOOK}`);
}

function pageMapProblems(): string[] {
  const pages = filesIn('resources/pages', /\.tsx$/).map((path) =>
    path.slice('resources/pages/'.length, -'.tsx'.length),
  );
  const map = /export interface PageProps \{([^]*?)\n\}/.exec(read('src/contracts/pages.ts'))?.[1] ?? '';
  const names = [...map.matchAll(/^ {2}'?([A-Z][A-Za-z/]*)'?: /gm)].map(([, name = '']) => name);
  return differences(pages, names, 'a line in PageProps of src/contracts/pages.ts');
}

function unusedWords(): string[] {
  const files = WORD_USERS.flatMap((path) => (path.endsWith('.ts') ? [path] : filesIn(path, /\.tsx?$/)));
  const used = new Set(files.flatMap((path) => read(path).match(/\w+/g) ?? []));
  return textsOf(textsIn('en'), '')
    .map(([path]) => path)
    .filter((path) => !WORDS_BY_CODE.test(path) && !used.has(path.split('.').at(-1) ?? ''))
    .map((path) => `no page uses the text "${path}" of src/contracts/words`);
}

/** Staff pages load all of messages.ts, so a text that none of them shows costs each of them bytes. */
function messagesOfNoPage(): string[] {
  const pages = [...filesIn('resources', /(?<!\.spec)\.tsx?$/), 'src/contracts/refund-words.ts'];
  const used = new Set(pages.flatMap((path) => read(path).match(/\w+/g) ?? []));
  return textsOf(MESSAGES, '')
    .map(([path]) => path)
    .filter((path) => !used.has(path.split('.').at(-1) ?? ''))
    .map((path) => `no staff page shows the text "${path}" of src/contracts/messages.ts`);
}

function pictureProblems(): string[] {
  const missing = missingPictures(ROOMS);
  if (missing.length === 0) return [];
  return [`docs/gallery lacks ${missing.length} pictures, the first is ${missing[0]}. Take them: npm run gallery`];
}

function documents(): string[] {
  const atTop = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  return [...atTop, 'test/README.md', ...filesIn('docs', /\.md$/)];
}

/** Links, files and classes that a document names and that are not there. */
function deadReferences(document: string, text: string): string[] {
  const isThere = (...path: string[]) => existsSync(join(ROOT, ...path));
  const links = [...text.matchAll(/\]\(([^)#:\s]*)(?:#([^)\s]*))?\)/g)];
  const dead = links
    .filter(([, path = '', anchor]) => {
      const target = path === '' ? document : join(dirname(document), decodeURI(path));
      return !isThere(target) || (target.endsWith('.md') && !isSection(target, anchor));
    })
    .map(([, path = '', anchor]) => (anchor === undefined ? path : `${path}#${anchor}`));
  if (document.startsWith(RECORDS)) return dead.map((path) => `${document} links to ${path}, which is not there`);
  const quoted = [...new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code))];
  // The tables of tests name them from the folder of the tests.
  const files = quoted.filter((code) => isFileName(code) && !isThere(code) && !isThere('test', code));
  const classes = quoted.filter((code) => isClassName(code) && !declared().has(code.split('.')[0] ?? ''));
  return [...new Set([...dead, ...files, ...(document === 'docs/architecture.md' ? classes : [])])].map(
    (name) => `${document} names ${name}, which is not there`,
  );
}

function sources(): string[] {
  const files = ['src', 'cli', 'resources', 'test'].flatMap((folder) => filesIn(folder, /\.(tsx?|mjs|cjs|css)$/));
  return files.filter((path) => path !== 'src/openapi/generated.ts');
}

/** Documents and their sections (`docs/product.md#refunds`) that a source file cites and that are not there. */
function deadCitations(source: string, text: string): string[] {
  const cited = [...text.matchAll(/\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g)];
  const dead = cited.filter(([, document = '', anchor]) => !isSection(`docs/${document}`, anchor));
  return [...new Set(dead.map(([name]) => name))].map((name) => `${source} cites ${name}, which is not there`);
}

function isSection(document: string, anchor: string | undefined): boolean {
  if (!existsSync(join(ROOT, document))) return false;
  return anchor === undefined || anchorsOf(document).has(anchor);
}

const anchors = new Map<string, Set<string>>();

/** The anchors that a document sets, and those that its headings get. */
function anchorsOf(document: string): Set<string> {
  const known = anchors.get(document);
  if (known) return known;
  const text = read(document);
  const set = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  const found = new Set([...set, ...headings]);
  anchors.set(document, found);
  return found;
}

function isFileName(code: string): boolean {
  return /^(src|cli|resources|test|docs)\/[\w./-]+$|^[a-z]+\/[\w./-]+\.spec\.tsx?$/.test(code);
}

function isClassName(code: string): boolean {
  return /^[A-Z][a-z]\w*[A-Z]\w*(?:\.\w+)?$/.test(code);
}

let declarations: Set<string> | undefined;

/** Every class, interface and type of the server and the command line. */
function declared(): Set<string> {
  declarations ??= new Set(
    ['src', 'cli']
      .flatMap((folder) => filesIn(folder, /\.ts$/))
      .flatMap((path) => [...read(path).matchAll(/\b(?:class|interface|type) (\w+)/g)].map(([, name = '']) => name)),
  );
  return declarations;
}

function filesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => pattern.test(file));
}

function differences(wanted: Iterable<string>, found: Iterable<string>, place: string): string[] {
  const [has, needs] = [new Set(found), new Set(wanted)];
  return [
    ...[...needs].filter((name) => !has.has(name)).map((name) => `${name} is missing: it needs ${place}`),
    ...[...has].filter((name) => !needs.has(name)).map((name) => `${name} is gone, and still has ${place}`),
  ];
}
