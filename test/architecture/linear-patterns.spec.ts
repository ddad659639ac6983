import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');
const SIZE = 20_000;
/** Of processor time. What is linear needs less than ten for 20 kB; what is quadratic needs more than two hundred. */
const LIMIT_MS = 100;
interface Pattern {
  name: string;
  source: string;
  flags: string;
}

const PATTERNS: Pattern[] = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  // The bank for trying out answers nobody but its developer.
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('src/sandbox-bank/'))
  .flatMap((file) => patternsOf(file, readFileSync(join(ROOT, file), 'utf8')));

function patternsOf(file: string, text: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ name: `${file} ${node.text}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** What is repeated: a sign of every kind, and the beginnings that patterns wait for. */
const PUMPS = [
  ' ', '\n', 'a', 'A', '0', '9', '/', '\\', '.', '-', '_', '@', '"', '=', '%', ',', ';', ':', '+', '<', '\0', '\u200b', '\ufffd', '\u0301',
  'अ', '🐘', '\ud800', 'a.', 'a@', 'a@b.', '91', '%2', '\\"', 'eyJ', 'eyJaaaaa.', '0.', 'accountno":"', ' =', 'ab-', '\r\n',
]; // prettier-ignore
/** In the second is something that fits no repetition. */
const ENDS = ['', 'é0"/\n\u0001'];

/** The letters that a pattern begins with: without them it never gets to the part that is slow. */
function beginningOf(source: string): string {
  return /^\^?((?:\\?[A-Za-z"@%=;:<](?![*+?{]))*)/.exec(source)?.[1]?.replaceAll(/\\[A-Za-z]|\\/g, '') ?? '';
}

function slowest({ source, flags }: Pattern, size: number): { pump: string; ms: number } | null {
  const pattern = new RegExp(source, flags);
  for (const start of new Set(['', beginningOf(source)]))
    for (const pump of PUMPS)
      for (const end of ENDS) {
        const text = start + pump.repeat(Math.ceil(size / pump.length)).slice(0, size) + end;
        // What else the process had to do at that moment does not come twice.
        const ms = timed(pattern, text);
        if (ms > LIMIT_MS && timed(pattern, text) > LIMIT_MS) return { pump: start + pump + end, ms: Math.round(ms) };
      }
  return null;
}

/** Processor time: another program's work is none of the pattern's. */
function timed(pattern: RegExp, text: string): number {
  const began = process.cpuUsage();
  if (pattern.global) text.replace(pattern, '');
  else pattern.exec(text);
  return process.cpuUsage(began).user / 1000;
}

describe('every pattern of the product answers in linear time', () => {
  it.each([
    [String.raw`[^\p{L}]+$`, 15_000],
    ['^bearer(?: +(.*))?$', 12_000],
    ['^(a+)+$', 26],
  ])('%s is seen not to', (source, size) => {
    expect(slowest({ name: '', source, flags: 'u' }, size)).not.toBeNull();
  });

  // The short texts first, so that an exponential one fails instead of never ending.
  it.each([28, 2000, SIZE])(
    'for texts of %i characters',
    (size) => {
      const different = [...new Map(PATTERNS.map((each) => [`${each.source} ${each.flags}`, each])).values()];
      const slow = different.map((each) => ({ pattern: each.name, ...slowest(each, size) }));
      expect(PATTERNS.length).toBeGreaterThan(100);
      expect(slow.filter(({ ms }) => ms !== undefined)).toEqual([]);
    },
    120_000,
  );
});
