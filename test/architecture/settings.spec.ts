import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { settingNames } from '../../src/config/env.js';
import { SECRETS } from '../../src/config/secret-files.js';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
/** Set by `npm run dev` for its own child, and by nobody else. */
const INTERNAL = ['VITE_ORIGIN'];

const names = ['NODE_ENV', ...settingNames()].filter((name) => !INTERNAL.includes(name)).sort();
const files = SECRETS.map((name) => `${name}_FILE`).sort();

describe('every setting of the product, and no other', () => {
  it('has a line in .env.example', () => {
    const lines = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '').sort();
    expect(lines).toEqual(names);
  });

  it('has its meaning in the handbook', () => {
    const table = /## Configure\n([\s\S]*?)\n## /.exec(read('docs/operations.md'))?.[1] ?? '';
    const cells = [...table.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell ?? '');
    const told = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name ?? '')).sort();
    expect(told).toEqual([...names, ...files].sort());
  });
});

it('the handbook names every metric, and none that is not there', () => {
  const sources = ['src/runtime/metrics.ts', 'src/database/watch-figures.ts'].map(read).join('\n');
  const measured = new Set([...sources.matchAll(/'(tokendesk_[a-z_]+)'/g)].map(([, name]) => name));
  const told = new Set(
    [...read('docs/operations.md').matchAll(/^\| .*/gm)].flatMap(([row]) => row.match(/tokendesk_[a-z_]+/g) ?? []),
  );
  expect([...measured].filter((name) => !told.has(name ?? ''))).toEqual([]);
  expect([...told].filter((name) => !measured.has(name))).toEqual([]);
});
