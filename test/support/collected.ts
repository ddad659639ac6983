import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the runner wants logs, mails and refusals kept, to look through them at the end; undefined: nowhere. */
const folder = process.env.TEST_COLLECT;
const noted = new Set<string>();
/** Shorter ones are words that stand in a log for other reasons. */
const SHORTEST = 12;

export const isCollecting = folder !== undefined;

export function collect(kind: 'log' | 'mail' | 'answer', text: string): void {
  if (folder !== undefined) appendFileSync(join(folder, `${kind}-${process.pid}.txt`), text);
}

/** To be found nowhere in what is collected. */
export function noteSecret(kind: string, value: string): void {
  if (folder === undefined || value.length < SHORTEST || noted.has(value)) return;
  noted.add(value);
  appendFileSync(join(folder, `secrets-${process.pid}.jsonl`), `${JSON.stringify({ kind, value })}\n`);
}

/** Every field of what a test sends whose name says that it is a password. */
export function notePasswords(sent: unknown): void {
  if (folder === undefined || typeof sent !== 'object' || sent === null) return;
  const entries = sent instanceof URLSearchParams ? [...sent] : Object.entries(sent);
  for (const [name, value] of entries as [string, unknown][])
    if (/password|repeat/i.test(name) && typeof value === 'string') noteSecret('password', value);
}

/** The mails that a product has written as files. */
export function collectOutbox(dataDir: string): void {
  const outbox = join(dataDir, 'outbox');
  if (folder === undefined || !existsSync(outbox)) return;
  for (const name of readdirSync(outbox))
    if (name.endsWith('.eml')) collect('mail', `${readFileSync(join(outbox, name), 'utf8')}\n`);
}
