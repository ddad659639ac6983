import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

describe('the page map', () => {
  it('names exactly the files under resources/pages', () => {
    const files = readdirSync(join(ROOT, 'resources/pages'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => file.replace(/\.tsx$/, '').replaceAll('\\', '/'));
    const source = readFileSync(join(ROOT, 'src/contracts/pages.ts'), 'utf8');
    const map = /export interface PageProps \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
    const names = [...map.matchAll(/^ {2}'?([A-Z][A-Za-z/]*)'?: /gm)].map((match) => match[1]);
    expect(new Set(names)).toEqual(new Set(files));
  });
});
