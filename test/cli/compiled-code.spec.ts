import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const OPTIONS = scripts['start:prod']?.match(/--max\S+/g) ?? [];

it.each([
  ['as it is started in production', OPTIONS],
  ['as the command line is', []],
])('the engine takes the code that the build has compiled, %s', (_how, options) => {
  const command = [...options, join(ROOT, 'dist/server/tokendesk.js'), '--version'];
  const env = { PATH: process.env.PATH, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const { stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  const linesWith = (word: RegExp) => stderr.split('\n').filter((line) => line.includes('.cjs') && word.test(line));
  expect(linesWith(/was accepted/).length).toBeGreaterThan(1);
  expect(linesWith(/rejected|not initialized|no cache|failed/)).toEqual([]);
});

it('the image and npm start the engine with the same options', () => {
  expect(OPTIONS).toHaveLength(2);
  expect(scripts.start?.match(/--max\S+/g)).toEqual(OPTIONS);
  const command = /^CMD (\[.*\])$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '[]';
  expect(JSON.parse(command)).toEqual(['node', ...OPTIONS, 'dist/server/main.js']);
});
