import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const rows = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const idsOf = (cell: string) => cell.replace(/ \(L3\)$/, '').split(', ');
const filesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);

describe('the table of the security standard', () => {
  it('names each requirement once', () => {
    const ids = rows.flatMap(([, cell = '']) => idsOf(cell));
    for (const id of ids) expect(id).toMatch(/^\d{1,2}\.\d\.\d{1,2}$/);
    expect(ids.length).toBeGreaterThan(150);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it.each(rows.map(([, ids = '', , files = '']) => [ids, files]))('%s is shown by tests that exist', (_ids, cell) => {
    const files = filesOf(cell);
    expect(files.length).toBeGreaterThan(0);
    const missing = files.filter((file) => !existsSync(join(ROOT, file.startsWith('src/') ? file : `test/${file}`)));
    expect(missing).toEqual([]);
  });
});
