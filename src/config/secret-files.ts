import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from './private-files.js';

/** Settings that can be given as a file, e.g. `JWT_SECRET_FILE=/run/secrets/jwt`, since environments are easily exposed. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'GATEWAY_SECRET_KEY',
  'GATEWAY_SECRET_KEY_PREVIOUS',
  'SMTP_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `…_FILE` settings by the files' contents, without one trailing line end.
 * @returns problems that name the setting and never the content
 */
export function withSecretFiles(
  environment: Environment,
  names: readonly string[] = SECRETS,
): { environment: Environment; problems: string[] } {
  const filled: Record<string, string | undefined> = { ...environment };
  const problems: string[] = [];
  for (const name of names) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) {
      problems.push(`${name} and ${name}_FILE are both set: use one`);
      continue;
    }
    try {
      filled[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      problems.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
    }
  }
  return { environment: filled, problems };
}

/** A secret that is made where there is none, readable by its owner only. Of two processes that make it both take the same one. */
export function readOrMakeSecret(file: string): string {
  if (!existsSync(file)) makeSecret(file);
  return readFileSync(file, 'utf8').trim();
}

/** The file appears with its content: a full disk leaves none, and nobody reads a half-written one. */
function makeSecret(file: string): void {
  makePrivateFolder(dirname(file));
  // Containers that share the folder have the same process ids.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const options = { mode: 0o600, flag: 'wx' };
  const content = `${randomBytes(48).toString('base64url')}\n`;
  try {
    writeFileSync(draft, content, options);
    linkSync(draft, file);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // A file system without hard links.
    if (syscall !== 'link') throw error;
    writeFileSync(file, content, options);
  } finally {
    rmSync(draft, { force: true });
  }
}
