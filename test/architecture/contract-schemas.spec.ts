import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { contractSchemaFiles } from '../support/contract-schemas.js';

const FOLDER = join(import.meta.dirname, '../../src/openapi/schemas');

describe('the schemas of the API document', () => {
  it('say what the types of src/contracts say', () => {
    const wanted = contractSchemaFiles();
    if (process.env.RENEW) renew(wanted);
    const found = new Map(readdirSync(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')]));
    expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
    for (const [file, text] of wanted) expect({ file, text: found.get(file) }).toEqual({ file, text });
  });
});

function renew(files: Map<string, string>): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, text] of files) writeFileSync(join(FOLDER, file), text);
}
