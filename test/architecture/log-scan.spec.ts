import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { scanFolder, scanText } from '../support/log-scan.mjs';

const SECRETS = [
  { kind: 'password', value: 'sales-demo-2026' },
  { kind: 'merchant key', value: 'sandbox-key-1' },
  { kind: 'encryption key', value: 'c2VjcmV0IGVuY3J5cHRpb24ga2V5' },
];
const ID = '01k9xw3v5j8m2n4p6q7r8s9t0a';
const entry = (more: object) => JSON.stringify({ level: 'info', time: '2026-11-20T10:00:00.000Z', ...more });
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI1In0.abcDEF_123-x';

describe('what a log must not hold', () => {
  it.each([
    ['password', 'wrong: sales-demo-2026'],
    ['merchant key', 'signed with sandbox-key-1'],
    ['encryption key', 'key c2VjcmV0IGVuY3J5cHRpb24ga2V5'],
    ['session token', `cookie td_session=${JWT}`],
    ['PAN', 'pan ABCDE1234F'],
    ['e-mail address', 'sent to asha@example.com'],
    ['phone number', 'called +919876543210'],
    ['phone number', 'called 9876543210'],
    ['payment id', `opened /payment/${ID}`],
    ['password hash', 'has $argon2id$v=19$m=19456'],
    ['database password', 'connects to mysql://app:hunter2@db/tokendesk'],
  ])('%s: found in "%s"', (kind, msg) => {
    expect(scanText(`${entry({ msg: 'start' })}\n${entry({ msg })}\n`, 'log', SECRETS)).toEqual([{ kind, line: 2 }]);
  });

  it.each([
    {
      requestId: ID,
      msg: 'request',
      route: '/payment/:paymentId',
      subject: '01k9xw…',
      ms: 9876543210.5,
      ip: '127.0.0.1',
    },
    { msg: 'mysql://db:3306/tokendesk answers', at: '1790000000000', txn: '7700230883725' },
    { msg: 'password refused', reason: 'PASSWORD_WRONG', user: 7 },
  ])('nothing found in %j', (line) => {
    expect(scanText(entry(line), 'log', SECRETS)).toEqual([]);
  });

  it('the greeting of a development start may name the demo accounts', () => {
    expect(scanText('  Admin              admin@tokendesk.test / sales-demo-2026', 'log', SECRETS)).toEqual([]);
  });
});

it('mails and refusals name people, and hold no secret', () => {
  expect(scanText(`To: asha@example.com\n/payment/${ID}`, 'mail', SECRETS)).toEqual([]);
  expect(scanText('the password is sales-=\r\ndemo-2026', 'mail', SECRETS)).toEqual([{ kind: 'password', line: 1 }]);
  const encoded = 'ugZVfk2IIiUOHhFUcrWdlzjoajuNHmXjo700ykYjq2mEoGI3DRdU5KJhhX4+LESFQ9280E+F7Wyo';
  expect(scanText(`${encoded}\r\n${encoded.slice(1)}`, 'mail', SECRETS)).toEqual([{ kind: 'PAN', line: 2 }]);
  expect(scanText('{"details":{"panCard":"ABCDE1234F"}}', 'answer', SECRETS)).toEqual([{ kind: 'PAN', line: 1 }]);
  expect(scanText(`{"token":"${JWT}"}`, 'answer', SECRETS)).toEqual([{ kind: 'session token', line: 1 }]);
});

it('a folder is looked through by what its files hold, with the secrets that any process has noted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokendesk-scan-'));
  try {
    writeFileSync(join(folder, 'secrets-1.jsonl'), SECRETS.map((each) => `${JSON.stringify(each)}\n`).join(''));
    writeFileSync(join(folder, 'log-1.txt'), `${entry({ msg: 'fine' })}\n${entry({ msg: 'sandbox-key-1' })}\n`);
    writeFileSync(join(folder, 'mail-2.txt'), 'To: asha@example.com\nsales-demo-2026\n');
    expect(scanFolder(folder)).toEqual({
      files: 2,
      lines: 4,
      findings: [
        { kind: 'merchant key', file: 'log-1.txt', line: 2 },
        { kind: 'password', file: 'mail-2.txt', line: 2 },
      ],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
