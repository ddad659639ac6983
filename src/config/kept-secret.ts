import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from './private-files.js';

/** A secret generated once and stored beside the embedded database, readable by its owner only. */
export function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  makePrivateFolder(dataDir);
  const made = randomBytes(48).toString('base64url');
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return made;
}

/** The 32 bytes that AES-256 takes, from a secret of any length. */
export function derivedKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
