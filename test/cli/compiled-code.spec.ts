import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const OPTIONS = scripts['start:prod']?.match(/--max\S+/g) ?? [];

/** Loads the smallest program of the bundle. @returns file → whether the engine took the compiled code beside it */
function loadedUnder(options: string[]): Record<string, boolean> {
  const script = `
    const { compiled, load } = await import(${JSON.stringify(join(ROOT, 'dist/server/loader.js'))});
    load('./export-worker.cjs');
    console.log(JSON.stringify(Object.fromEntries([...compiled].map(([file, { isCached }]) => [file, isCached]))));`;
  const args = [...options, '--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Record<string, boolean>;
}

it.each([
  ['as it is started in production', OPTIONS],
  ['as the command line is', []],
])('the engine takes the code that was compiled for it, %s', (_how, options) => {
  const loaded = loadedUnder(options);
  expect(Object.keys(loaded).length).toBeGreaterThan(1);
  expect(Object.entries(loaded).filter(([, isCached]) => !isCached)).toEqual([]);
});

it('code that was compiled under other options is not taken', () => {
  const loaded = loadedUnder([...OPTIONS, '--optimize-for-size']);
  expect(Object.values(loaded)).not.toContain(true);
});

it('the image and npm start the engine with the same options', () => {
  expect(OPTIONS).toHaveLength(2);
  expect(scripts.start?.match(/--max\S+/g)).toEqual(OPTIONS);
  const command = /^CMD (\[.*\])$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '[]';
  expect(JSON.parse(command)).toEqual(['node', ...OPTIONS, 'dist/server/main.js']);
});
