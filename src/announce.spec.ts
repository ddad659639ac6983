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
  const printedFor = (given: Record<string, string>) => {
    let printed = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
    announce(settingsFrom({ DATA_DIR, ...given }));
    return printed;
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
    expect(/Database +(.*)/.exec(printedFor({ DATABASE_URL: url }))?.[1]).toBe(printed);
  });

  it('the sandbox bank, where no real money moves', () => {
    const port = { SANDBOX_PORT: '5010' };
    const line = 'Sandbox bank       http://127.0.0.1:5010/pg  (no real money moves)';
    expect(printedFor(port)).toContain(line);
    expect(printedFor({ ...port, GATEWAY_BASE_URL: 'http://127.0.0.1:5010/pg' })).toContain(line);
  });

  it('a bank of your own, where real money moves though the sandbox is started, too', () => {
    const bank = { GATEWAY_BASE_URL: 'https://bank.example/pg', GATEWAY_MERCHANT_ID: '1', GATEWAY_SECRET_KEY: 'key' };
    const printed = printedFor({ ...bank, SANDBOX_GATEWAY: 'true' });
    expect(printed).toContain('  Bank               https://bank.example/pg\n');
    expect(printed).toContain('  Sandbox bank       http://127.0.0.1:4010/pg  (');
    expect(printed).not.toContain('no real money');
    expect(printedFor(bank)).not.toContain('Sandbox bank');
  });
});
