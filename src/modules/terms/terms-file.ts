import type { NewTermsVersion } from '../../contracts/projects.js';
import { TERMS_LANGUAGES, type TermsLanguage } from '../../domain/terms/terms-rules.js';

/** One Markdown file of terms: the text in one language, and what its head says. */
export interface TermsFile {
  project: string | null;
  effectiveFrom: string | null;
  language: TermsLanguage;
  summary: string;
  body: string;
}

const FENCE = '---';
const KEYS = ['project', 'effective', 'language', 'summary'] as const;
type Key = (typeof KEYS)[number];

/** A file, or several that do not fit together, cannot be read as terms. */
export class TermsFileFault extends Error {}

/**
 * Reads a file of the form
 *
 *     ---
 *     language: en
 *     effective: 2026-12-01
 *     summary: One sentence, or several.
 *     ---
 *     # Terms, in Markdown …
 *
 * Lines of the head are `key: value`; a value is the rest of its line. No other keys are known, so a misspelt one is noticed.
 * @throws TermsFileFault
 */
export function readTermsFile(name: string, content: string): TermsFile {
  const lines = content
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const end = lines.indexOf(FENCE, 1);
  if (lines[0] !== FENCE || end === -1)
    throw new TermsFileFault(`${name}: the file begins with a head between two lines of ---`);
  const head = new Map<Key, string>();
  for (const [at, line] of lines.slice(1, end).entries()) {
    if (line.trim() === '') continue;
    const { key, value } = readLine(`${name}, line ${at + 2}`, line);
    if (head.has(key)) throw new TermsFileFault(`${name}, line ${at + 2}: ${key} stands there twice`);
    head.set(key, value);
  }
  const language = head.get('language') ?? '';
  const known = TERMS_LANGUAGES.find((each) => each === language);
  if (!known) throw new TermsFileFault(`${name}: language must be ${TERMS_LANGUAGES.join(' or ')}`);
  return {
    project: head.get('project') ?? null,
    effectiveFrom: head.get('effective') ?? null,
    language: known,
    summary: head.get('summary') ?? '',
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

function readLine(place: string, line: string): { key: Key; value: string } {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0)).trim();
  const key = KEYS.find((each) => each === name);
  if (!key) throw new TermsFileFault(`${place}: expected one of ${KEYS.map((each) => `${each}:`).join(' ')}`);
  return { key, value: line.slice(colon + 1).trim() };
}

/**
 * Puts the files of one version together: one for each language.
 * @param given what the options of the command say; files may say it too, but nothing else
 * @throws TermsFileFault
 */
export function joinTermsFiles(
  files: readonly TermsFile[],
  given: { project: string | null; effectiveFrom: string | null },
): { project: string; version: NewTermsVersion } {
  const texts = new Map<TermsLanguage, TermsFile>();
  for (const file of files) {
    if (texts.has(file.language)) throw new TermsFileFault(`Two files are in the language ${file.language}`);
    texts.set(file.language, file);
  }
  const english = texts.get('en');
  if (!english) throw new TermsFileFault('No file is in English (language: en)');
  const hindi = texts.get('hi');
  const project = agreed('project', [given.project, ...files.map((file) => file.project)]) ?? 'default';
  const effectiveFrom = agreed('effective', [given.effectiveFrom, ...files.map((file) => file.effectiveFrom)]);
  if (effectiveFrom === null)
    throw new TermsFileFault('No first day is given: write effective: YYYY-MM-DD into the head, or use --effective');
  return {
    project,
    version: {
      effectiveFrom,
      summaryEn: english.summary,
      bodyEn: english.body,
      ...(hindi && { summaryHi: hindi.summary, bodyHi: hindi.body }),
    },
  };
}

/** The one value that is said somewhere; null where nothing says it. */
function agreed(what: string, values: (string | null)[]): string | null {
  const said = [...new Set(values.filter((value) => value !== null))];
  if (said.length > 1) throw new TermsFileFault(`${what} is said in different ways: ${said.join(', ')}`);
  return said[0] ?? null;
}
