import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const foldersOf = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
/** First cells of the table under this heading, code alone. */
const firstCells = (heading: string) =>
  [...(TEXT.split(`| ${heading} |`)[1]?.split('\n\n')[0] ?? '').matchAll(/^\| `([^`]+)` \|/gm)].map(
    ([, name = '']) => name,
  );
const quoted = [...new Set([...TEXT.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text))];

describe('docs/architecture.md', () => {
  it('has a row for each folder of the server, and for no other', () => {
    const rooms = foldersOf('src').map((name) => (name === 'modules' ? 'src/modules/*' : `src/${name}`));
    expect(firstCells('Folder').filter((name) => name.startsWith('src/')).sort()).toEqual([...rooms, 'src/*.ts'].sort());
  }); // prettier-ignore

  it('names each module, in the table and in the diagram, as the rules of imports do', () => {
    const modules = foldersOf('src/modules');
    expect(firstCells('Module').sort()).toEqual(modules);
    const diagram = /src\/modules[^]*?\n +\| /.exec(TEXT)?.[0] ?? '';
    for (const name of modules) expect([name, new RegExp(`[ :]${name}(?=[ \\n])`).test(diagram)]).toEqual([name, true]);
    const { forbidden } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as {
      forbidden: { name: string; from: { path?: string } }[];
    };
    const ruled = forbidden.flatMap(({ from }) => /^\^src\/modules\/([a-z-]+)\/$/.exec(from.path ?? '')?.[1] ?? []);
    expect(ruled.sort()).toEqual(modules);
  });

  it('names only files and folders that there are', () => {
    const paths = quoted.filter((text) => /^(src|cli|resources|test|docs)\/[\w./-]+$/.test(text));
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names only classes that there are', () => {
    const names = quoted.flatMap((text) => /^([A-Z][a-z]\w*[A-Z]\w*)(?:\.\w+)?$/.exec(text)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(10);
    const sources = ['src', 'cli'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
    );
    const isThere = (name: string) =>
      sources.some((source) => new RegExp(`\\b(?:class|interface|type) ${name}\\b`).test(source));
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });
});
