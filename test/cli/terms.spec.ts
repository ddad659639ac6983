import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { query } from '../support/links.js';
import { png } from '../support/pictures.js';
import { createLink } from '../support/sales.js';
import { awayFromMidnight, MIDNIGHT_LIMIT_MS } from '../support/fake-clock.js';
import { SALES, TestApp } from '../support/test-app.js';

describe('project and terms on the command line', () => {
  let test: TestApp;
  let today: string;
  const run = (...args: string[]) => tokendesk(args, environmentOf(test), test.settings.dataDir);
  const file = (name: string, content: string) => {
    const path = join(test.settings.dataDir, name);
    writeFileSync(path, content);
    return path;
  };
  const audit = (action: string) =>
    query<Record<string, string>>(
      test,
      'SELECT actor_kind AS kind, subject_id AS subject, from_value AS fromValue, to_value AS toValue, reason FROM audit_log WHERE action = ? ORDER BY id',
      [action],
    );
  const versions = async () =>
    Number((await query<{ n: number }>(test, 'SELECT COUNT(*) AS n FROM terms_versions'))[0]?.n);

  beforeAll(async () => {
    await awayFromMidnight();
    test = await TestApp.start({ isOnTime: true });
    today = istDayOf(test.clock.now());
  }, MIDNIGHT_LIMIT_MS);
  afterAll(() => test.close());

  it('shows the project, and changes it once', async () => {
    expect((await run('project', 'list')).stdout).toMatch(/default\s+selling/);
    expect((await run('project', 'show')).stdout).toContain('(as in the settings)');
    const change = ['project', 'update', '--name', 'Green Meadows', '--rera-number', 'P52100012345'];
    const dry = await run(...change, '--dry-run');
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining('Nothing was written (--dry-run).')]);
    expect(await audit('project.changed')).toEqual([]);
    expect((await run(...change)).stderr).toContain('name: (none) → Green Meadows');
    expect((await run(...change)).stderr).toContain('Nothing to change.');
    const rows = await audit('project.changed');
    expect(rows.map(({ kind, toValue }) => [kind, toValue])).toEqual([
      ['cli', 'Green Meadows'],
      ['cli', 'P52100012345'],
    ]);
    const shown = JSON.parse((await run('project', 'show', 'default', '--json')).stdout);
    expect(shown).toMatchObject({ code: 'default', name: 'Green Meadows', reraUrl: null, version: 1 });
  });

  it('sets the logo once, with other fields or not at all, and removes it', async () => {
    const logo = join(test.settings.dataDir, 'logo.png');
    writeFileSync(logo, png());
    const broken = file('page.png', '<!doctype html>');
    const refused = await run('project', 'update', '--name', 'Another name', '--logo', broken);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Choose a PNG or JPEG file')]);
    const missing = await run('project', 'update', '--logo', join(test.settings.dataDir, 'nowhere.png'));
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('cannot be read')]);
    expect(JSON.parse((await run('project', 'show', '--json')).stdout)).toMatchObject({ name: 'Green Meadows' });
    expect((await run('project', 'update', '--logo', logo, '--dry-run')).stderr).toContain('logo: (none) →');
    expect(await audit('project.logo-changed')).toEqual([]);
    expect((await run('project', 'update', '--logo', logo)).stderr).toMatch(/logo: \(none\) → [0-9a-f]{12}/);
    expect((await run('project', 'update', '--logo', logo)).stderr).toContain('Nothing to change.');
    expect(JSON.parse((await run('project', 'show', '--json')).stdout).logo).toMatchObject({ width: 60, height: 20 });
    expect((await run('project', 'update', '--logo', '')).stderr).toMatch(/logo: [0-9a-f]{12} → \(none\)/);
    expect(await audit('project.logo-changed')).toMatchObject([
      { kind: 'cli', subject: 'default', reason: expect.stringMatching(/sha256 [0-9a-f]{64}$/) },
      { kind: 'cli', toValue: null },
    ]);
  });

  it.each([
    [['project', 'update'], 2, 'Name at least one field'],
    [['project', 'update', '--rera-url', 'http://example.com'], 1, 'https://'],
    [['project', 'update', '--rera-url', 'javascript:alert(1)'], 1, 'https://'],
    [['project', 'update', '--support-email', 'nobody'], 1, 'email address'],
    [['project', 'update', '--languages', 'fr'], 1, 'en or en,hi'],
    [['project', 'show', 'nowhere'], 1, 'There is no such project.'],
    [['terms', 'list', '--project', 'nowhere'], 1, 'There is no such project.'],
    [['terms', 'show'], 1, 'No terms are in force.'],
    [['terms', 'show', 'x'], 2, 'a number'],
    [['terms', 'import', 'missing.md'], 1, 'cannot be read'],
    [['terms', 'create', '--en', 'x'], 2, '--effective'],
  ])('%j is refused', async (args, code, text) => {
    const refused = await run(...args);
    expect([refused.code, refused.stdout]).toEqual([code, '']);
    expect(refused.stderr).toContain(text);
  });

  it('imports a version from files, once', async () => {
    const english = file('terms.en.md', '---\nlanguage: en\nsummary: No flat.\n---\n# Terms\n\nA **token**.\n');
    const hindi = file('terms.hi.md', '---\nlanguage: hi\nsummary: टोकन।\n---\n# शर्तें\n');
    const imported = (...more: string[]) => run('terms', 'import', english, hindi, '--effective', today, ...more);
    expect((await run('terms', 'import', english, '--effective', today)).stderr).toContain('in Hindi too');
    expect((await run('terms', 'import', english, hindi)).stderr).toContain('No first day is given');
    const dry = await imported('--dry-run');
    expect([dry.code, dry.stderr, await versions()]).toEqual([0, expect.stringContaining('Would make version 1'), 0]);
    expect((await imported()).stderr).toContain(`Made version 1, in force from ${today}.`);
    const again = await imported('--json');
    expect([JSON.parse(again.stdout), await versions()]).toEqual([
      { project: 'default', number: 1, effectiveFrom: today, isNew: false, written: false },
      1,
    ]);
    expect(await audit('terms.created')).toMatchObject([{ kind: 'cli', subject: 'default:1' }]);
    expect((await run('terms', 'show', '--language', 'hi')).stdout).toBe('# शर्तें\n');
    expect((await run('terms', 'list')).stdout).toMatch(/1\s+\S+\s+in-force\s+0\s+command line/);
  });

  it('what it made is in force for the server at once', async () => {
    const { paymentId } = await createLink(await test.as(SALES), 'silver');
    const customer = test.client();
    expect((await customer.post(`/api/payments/${paymentId}/initiate`)).body.error).toBe('TERMS_REQUIRED');
    const body = { termsVersion: '1', termsLanguage: 'en' };
    expect((await customer.post(`/api/payments/${paymentId}/initiate`, body)).status).toBe(200);
    expect((await run('terms', 'list')).stdout).toMatch(/in-force\s+1/);
  });

  it('makes the next one from plain files, and none in the past', async () => {
    const next = addDays(today, 2);
    const made = (day: string) =>
      run(
        'terms',
        'create',
        `--effective=${day}`,
        `--en=${file('new.md', '# New')}`,
        '--summary-en=New.',
        `--hi=${file('neu.md', '# नया')}`,
        '--summary-hi=नया।',
      );
    expect((await made('2020-01-01')).stderr).toContain('cannot be in the past');
    expect((await made(next)).stderr).toContain(`Made version 2, in force from ${next}.`);
    expect((await made(today)).stderr).toContain('cannot be before');
    expect((await run('terms', 'list')).stdout).toMatch(/2\s+\S+\s+planned/);
  });
});
