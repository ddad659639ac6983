import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { announce } from './announce.js';
import { settingsFrom } from './config/env.js';

describe('what a start prints', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'tokendesk-announce-'));
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const printedFor = (DATABASE_URL: string) => {
    let printed = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
    announce(settingsFrom({ DATA_DIR, DATABASE_URL }));
    return /Database +(.*)/.exec(printed)?.[1];
  };

  it.each([
    ['mysql://app:secret@db:3306/tokendesk', 'mysql://db:3306/tokendesk'],
    ['mysql://app:se@cr@et@db:3306/tokendesk', 'mysql://db:3306/tokendesk'],
    [
      'mariadb://app:se%40cret@[fd00::1]/tokendesk?ssl-mode=VERIFY_CA',
      'mariadb://[fd00::1]/tokendesk?ssl-mode=VERIFY_CA',
    ],
    ['mysql://db/tokendesk', 'mysql://db/tokendesk'],
    ['sqlite:./x@y.sqlite', 'sqlite:./x@y.sqlite'],
  ])('the database of %s is %s', (url, printed) => {
    expect(printedFor(url)).toBe(printed);
  });
});
