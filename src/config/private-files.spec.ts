import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { protectDatabaseFile, tightenDataDir } from './private-files.js';

describe('files of the product', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tokendesk-files-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const modeOf = (path: string) => (statSync(path).mode & 0o1777).toString(8);
  const openFile = (path: string) => {
    writeFileSync(path, 'x');
    chmodSync(path, 0o644);
    return path;
  };
  const openFolder = (path: string, mode = 0o755) => {
    mkdirSync(path, { recursive: true });
    chmodSync(path, mode);
    return path;
  };

  it('a new database and its folder are for their owner alone', () => {
    const file = join(root, 'made', 'a.sqlite');
    protectDatabaseFile(file);
    expect([modeOf(join(root, 'made')), modeOf(file)]).toEqual(['700', '600']);
  });

  it('what an earlier release has left is tightened', () => {
    const folder = openFolder(join(root, 'data'));
    const files = ['', '-wal', '-shm', '.lock'].map((suffix) => openFile(join(folder, `a.sqlite${suffix}`)));
    protectDatabaseFile(files[0]!);
    expect([modeOf(folder), ...files.map(modeOf)]).toEqual(['700', '600', '600', '600', '600']);
  });

  it('a folder with anything else in it, or that everybody writes to, stays open', () => {
    const shared = openFolder(join(root, 'shared'));
    openFile(join(shared, 'report.txt'));
    protectDatabaseFile(join(shared, 'a.sqlite'));
    const sticky = openFolder(join(root, 'tmp'), 0o1777);
    protectDatabaseFile(join(sticky, 'a.sqlite'));
    expect([modeOf(shared), modeOf(join(shared, 'report.txt')), modeOf(sticky)]).toEqual(['755', '644', '1777']);
    expect([modeOf(join(shared, 'a.sqlite')), modeOf(join(sticky, 'a.sqlite'))]).toEqual(['600', '600']);
  });

  it('the data directory with kept secrets and mails', () => {
    const data = openFolder(join(root, 'data'));
    const outbox = openFolder(join(data, 'outbox'));
    const files = [
      join(data, 'jwt-secret'),
      join(data, 'encryption-key'),
      join(data, 'sandbox-bank.json'),
      join(outbox, 'mail.eml'),
    ].map(openFile);
    tightenDataDir(data);
    expect([data, outbox, ...files].map(modeOf)).toEqual(['700', '700', '600', '600', '600', '600']);
  });
});
