import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';

const CLIENT = join(import.meta.dirname, '../../dist/client');
/** Bytes at brotli 11: what a first visit to one page loads. */
const STAFF_SCRIPT_LIMIT = 142_000;
const STAFF_STYLES_LIMIT = 14_000;
/** Scripts and styles: each is a request. */
const STAFF_FILES_LIMIT = 13;
/** Where staff's day begins: with what the pages ask the server for, at most twelve requests (`first-load.spec.ts`). */
const FIRST_PAGES = ['Auth/Login', 'Dashboard/Index', 'Admin/Dashboard'].map((name) => `resources/pages/${name}.tsx`);
const FIRST_FILES_LIMIT = 6;
const FIRST_SCRIPT_LIMIT = 130_000;
const PUBLIC_SCRIPT_LIMIT = 12_000;
const PUBLIC_STYLES_LIMIT = 8_000;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const pages = Object.keys(manifest).filter((key) => /^resources\/pages\/.*\.tsx$/.test(key));
const staffPages = pages.filter((key) => !key.startsWith('resources/pages/Public/'));

function chunksOf(...keys: string[]): Chunk[] {
  const found = new Map<string, Chunk>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the manifest does not know ${key}`);
    if (found.has(key)) return;
    found.set(key, chunk);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...found.values()];
}

/** The first circle on the way from a file, by the files in it. */
function circleFrom(key: string, way: string[] = [], done = new Set<string>()): string[] | null {
  if (way.includes(key)) return [...way.slice(way.indexOf(key)), key];
  if (done.has(key)) return null;
  done.add(key);
  for (const next of manifest[key]?.imports ?? []) {
    const circle = circleFrom(next, [...way, key], done);
    if (circle) return circle;
  }
  return null;
}

const sizes = new Map<string, number>();
function compressed(file: string): number {
  const size = sizes.get(file) ?? brotliCompressSync(readFileSync(join(CLIENT, file))).length;
  sizes.set(file, size);
  return size;
}

function total(files: Iterable<string>): number {
  return [...new Set(files)].reduce((sum, file) => sum + compressed(file), 0);
}

const hasCharts = (file: string) => /highcharts/i.test(readFileSync(join(CLIENT, file), 'utf8'));

it('no file of the client needs another that needs it: its code would run before what it calls is there', () => {
  for (const key of Object.keys(manifest)) expect(circleFrom(key)).toBeNull();
});

describe('what a page loads at first', () => {
  it.each(staffPages)('%s', (page) => {
    const chunks = chunksOf('resources/app.tsx', page);
    const scripts = chunks.map(({ file }) => file);
    const styles = [...new Set(chunks.flatMap(({ css }) => css ?? []))];
    expect(total(scripts)).toBeLessThanOrEqual(FIRST_PAGES.includes(page) ? FIRST_SCRIPT_LIMIT : STAFF_SCRIPT_LIMIT);
    expect(total(styles)).toBeLessThanOrEqual(STAFF_STYLES_LIMIT);
    const files = [...scripts, ...styles];
    expect(files.length).toBeLessThanOrEqual(FIRST_PAGES.includes(page) ? FIRST_FILES_LIMIT : STAFF_FILES_LIMIT);
    expect(scripts.filter(hasCharts)).toEqual([]);
    // The component library comes with the first dialog or menu.
    expect(files.filter((file) => readFileSync(join(CLIENT, file), 'utf8').includes('--mantine-'))).toEqual([]);
  });

  it("the customers' pages: one script, and none of the staff's styles", () => {
    const script = chunksOf('resources/public.ts');
    expect(script).toHaveLength(1);
    expect(total(script.map(({ file }) => file))).toBeLessThanOrEqual(PUBLIC_SCRIPT_LIMIT);
    const own = pages.filter((key) => !staffPages.includes(key)).flatMap((key) => chunksOf(key));
    const styles = [...script, ...own].flatMap(({ css }) => css ?? []);
    expect(styles.length).toBeGreaterThan(0);
    expect(total(styles)).toBeLessThanOrEqual(PUBLIC_STYLES_LIMIT);
    for (const file of styles) expect(readFileSync(join(CLIENT, file), 'utf8')).not.toContain('--mantine-');
  });

  it('the charts are one file, which only the analysis asks for, once it is shown', () => {
    const files = readdirSync(join(CLIENT, 'assets')).filter((name) => name.endsWith('.js'));
    const charts = files.map((name) => `assets/${name}`).filter(hasCharts);
    const holders = Object.entries(manifest).filter(([, { file }]) => charts.includes(file));
    expect(holders.map(([key]) => key)).toEqual(['resources/components/analysis/charts.tsx']);
    const eager = Object.entries(manifest).filter(([, { imports }]) =>
      imports?.includes('resources/components/analysis/charts.tsx'),
    );
    expect(eager).toEqual([]);
  });
});
