import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { environmentValue } from '../../src/config/environment-value.js';
import { withSecretFiles } from '../../src/config/secret-files.js';
import { parseFlatJson } from '../../src/domain/bank-hash/flat-json.js';
import { explainMismatch, type MismatchCause } from '../../src/domain/bank-hash/secure-hash-explain.js';
import {
  HASH_FIELDS,
  HashInputError,
  hashMessageV1,
  secureHashV1,
  verifySecureHash,
} from '../../src/domain/bank-hash/secure-hash.js';
import { CommandFailed, output, WrongUsage } from '../output.js';

interface HashOptions {
  file?: string;
  keyEnv?: string;
  expected?: string;
  json?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const KEY_VARIABLE = 'GATEWAY_SECRET_KEY';
const SANDBOX_KEY = 'sandbox-key-1';

export async function test({ file, keyEnv, expected, json }: HashOptions): Promise<void> {
  // Hex of hex has 128 digits: a mismatch whose cause is reported.
  if (expected !== undefined && !/^\s*([0-9a-f]{64}){1,2}\s*$/i.test(expected))
    throw new WrongUsage('--expected must be the 64 hexadecimal digits of an HMAC-SHA256');
  const fields = parseFlatJson(withoutMark(await payload(file)));
  if (fields === null) throw new CommandFailed('The payload must be one JSON object of plain values, each name once.');
  judge(fields, keyFrom(keyEnv), expected?.trim(), json);
}

export async function verify(message: string, { keyEnv, json }: HashOptions): Promise<void> {
  const fields = formFields(message);
  const received = [...HASH_FIELDS].map((name) => fields[name]).find((value) => value !== undefined);
  if (received === undefined) throw new CommandFailed('The message has no secureHash.');
  judge(fields, keyFrom(keyEnv), received, json);
}

/** @throws CommandFailed on a mismatch, after everything has been printed */
function judge(fields: Fields, key: string, expected: string | undefined, json: boolean | undefined): void {
  const [messageString, hash] = hashed(fields, key);
  if (expected === undefined) {
    if (json) output.json({ messageString, hash });
    else output.data(`message: ${messageString}\nhash:    ${hash}`);
    return;
  }
  const match = verifySecureHash(expected, hash);
  const causes = match ? [] : explainMismatch(fields, key, expected);
  if (json) output.json({ messageString, hash, expected, match, causes });
  else
    output.data(
      [
        `message: ${messageString}`,
        `hash:    ${hash}`,
        `given:   ${expected}`,
        `result:  ${match ? 'match' : 'mismatch'}`,
        ...causes.map(causeLine),
      ].join('\n'),
    );
  if (!match)
    throw new CommandFailed(causes.length === 0 ? 'mismatch: another key, or values that were changed' : 'mismatch');
}

function hashed(fields: Fields, key: string): [message: string, hash: string] {
  try {
    return [hashMessageV1(fields), secureHashV1(fields, key)];
  } catch (error) {
    if (error instanceof HashInputError) throw new CommandFailed(error.message);
    throw error;
  }
}

function causeLine({ cause, hint }: MismatchCause): string {
  return `cause:   ${cause}: ${hint}`;
}

async function payload(file: string | undefined): Promise<string> {
  if (file === undefined || file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandFailed(`Cannot read ${file}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}

/** A byte order mark, which Windows editors add. */
function withoutMark(json: string): string {
  return json.replace(/^\ufeff/, '');
}

/** A form body or query; of a whole address the query is used. A repeated name makes the hash ambiguous. */
function formFields(message: string): Record<string, string> {
  const isAddress = /^(?:https?:|\/|\?)/.test(message.trim());
  const query = isAddress ? message.slice(message.indexOf('?') + 1) : message;
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(query.trim())) {
    if (name in fields) throw new CommandFailed(`The field ${name} is there more than once.`);
    fields[name] = value;
  }
  return fields;
}

/** From the variable, or as for the settings from the file that its `…_FILE` names. */
function keyFrom(variable: string | undefined): string {
  const name = variable ?? KEY_VARIABLE;
  const given = [name, `${name}_FILE`].map((each) => [each, environmentValue(each) ?? undefined] as const);
  const { environment, problems } = withSecretFiles(Object.fromEntries(given), [name]);
  if (problems.length > 0) throw new CommandFailed(problems.join('\n'));
  const key = environment[name];
  if (key === '' || (key === undefined && variable !== undefined))
    throw new CommandFailed(`The variable ${name} is not set.`);
  if (key !== undefined) return key;
  output.note(`${KEY_VARIABLE} is not set: using the key of the sandbox bank.`);
  return SANDBOX_KEY;
}
