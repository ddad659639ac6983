import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isAuditAction } from '../../src/domain/audit-actions.js';

const SOURCES = join(import.meta.dirname, '../../src');

/** Whatever is written to the log stands in the list by which admins look for it. */
test('every action that the product writes is in the list of actions', () => {
  const unknown: string[] = [];
  let seen = 0;
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
    const text = readFileSync(join(SOURCES, file), 'utf8');
    if (!text.includes('AuditService')) continue;
    for (const [, action = ''] of text.matchAll(
      /'((?:payment|review|refund|permission|token|upgrade|auth|staff|audit|link|settlement)\.[a-z_.-]+)'/g,
    )) {
      const isEvent = new RegExp(`type: '${action}'`).test(text);
      if (isEvent) continue;
      seen += 1;
      if (!isAuditAction(action)) unknown.push(`${file}: ${action}`);
    }
  }
  expect(seen).toBeGreaterThan(10);
  expect(unknown).toEqual([]);
});
