import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { bankCodeMeaning } from './bank-code-meanings.js';

const UNKNOWN = bankCodeMeaning('9Z9');

it('every code of the bank protocol has a meaning', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/bank-protocol.md'), 'utf8');
  const section = /## 9\. Codes\n([^]*?)\n\n/.exec(text)?.[1] ?? '';
  const codes = section
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code!));
  expect(codes.length).toBeGreaterThan(18);
  expect(codes.filter((code) => bankCodeMeaning(code) === UNKNOWN)).toEqual([]);
});

it.each(['9Z9', '', 'constructor'])('%j is said to be unknown', (code) => expect(bankCodeMeaning(code)).toBe(UNKNOWN));
