// Looks through what the products under test have written for what must never stand there. See docs/operations.md, "Monitor".
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of collected files: `<kind>-<process>.<ending>`. What is looked for depends on the kind. */
const SECRETS = 'secrets';
/** A request's id has the form of a payment's id, and is meant to be in the log. */
const REQUEST_ID = /"requestId":"[^"\n]*"/g;

const JWT = ['session token', /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/];
const PAN = ['PAN', /(?<![\w-])[A-Z]{5}\d{4}[A-Z](?![\w-])/];
const IN_LOGS = [
  JWT,
  PAN,
  ['e-mail address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
  ['phone number', /(?<![\w.])(?:\+?91)?[6-9]\d{9}(?![\w.])/],
  ['payment id', /(?<![\w-])[0-9a-z]{26}(?![\w-])/],
  ['password hash', /\$argon2/],
  ['database password', /\b(?:mysql|mariadb|rediss?|smtps?):\/\/[^\s/:@]*:[^\s/@]+@/],
];
/** A full line of an attachment: somewhere in so much chance stands whatever is looked for. */
const ENCODED = /^[A-Za-z0-9+/]{76}\r?$/;
/** Mails name people and carry links; answers may repeat what was sent. */
const ELSEWHERE = [JWT, PAN, ['password hash', /\$argon2/]];

/**
 * @param {string} text
 * @param {'log' | 'mail' | 'answer'} kind
 * @param {{ kind: string, value: string }[]} secrets that the tests have used
 * @returns {{ kind: string, line: number }[]}
 */
export function scanText(text, kind, secrets = []) {
  const plain = plainText(text, kind);
  // What is nowhere in the text need not be looked for in each of its lines.
  const patterns = (kind === 'log' ? IN_LOGS : ELSEWHERE).filter(([, pattern]) => pattern.test(plain));
  const present = secrets.filter(({ value }) => plain.includes(value));
  const found = [];
  if (patterns.length + present.length === 0) return found;
  for (const [index, line] of plain.split('\n').entries()) {
    // The greeting of a development start tells the demo accounts on purpose; logs are JSON.
    if (line === '' || (kind === 'log' && line.startsWith('  ')) || (kind === 'mail' && ENCODED.test(line))) continue;
    for (const [name, pattern] of patterns) if (pattern.test(line)) found.push({ kind: name, line: index + 1 });
    for (const { kind: name, value } of present) if (line.includes(value)) found.push({ kind: name, line: index + 1 });
  }
  return found;
}

function plainText(text, kind) {
  if (kind === 'mail') return text.replace(/=\r?\n/g, '').replace(/=3D/gi, '=');
  return kind === 'log' ? text.replace(REQUEST_ID, '') : text;
}

/**
 * Each file is held against the secrets of all processes: a product in a process of its own runs with keys that only others note.
 * @param {string} folder
 * @returns {{ files: number, lines: number, findings: { kind: string, file: string, line: number }[] }}
 */
export function scanFolder(folder) {
  const names = readdirSync(folder);
  const read = (name) => readFileSync(join(folder, name), 'utf8');
  const secrets = new Map();
  for (const name of names.filter((each) => each.startsWith(SECRETS)))
    for (const line of read(name).split('\n').filter(Boolean)) {
      const secret = JSON.parse(line);
      secrets.set(secret.value, secret);
    }
  const result = { files: 0, lines: 0, findings: [] };
  for (const file of names.filter((each) => !each.startsWith(SECRETS))) {
    const text = read(file);
    const kind = file.split('-')[0];
    result.files += 1;
    result.lines += text.split('\n').length - 1;
    for (const found of scanText(text, kind, [...secrets.values()])) result.findings.push({ ...found, file });
  }
  return result;
}
