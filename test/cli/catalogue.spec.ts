import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { query } from '../support/links.js';
import { createLink } from '../support/sales.js';
import { awayFromMidnight, MIDNIGHT_LIMIT_MS } from '../support/fake-clock.js';
import { SALES, TestApp } from '../support/test-app.js';

describe('the catalogue on the command line', () => {
  let test: TestApp;
  let today: string;
  const run = (...args: string[]) => tokendesk(['catalogue', ...args], environmentOf(test), test.settings.dataDir);
  const file = (name: string, content: string) => {
    const path = join(test.settings.dataDir, name);
    writeFileSync(path, content);
    return path;
  };
  const versions = async () =>
    Number((await query<{ n: number }>(test, 'SELECT COUNT(*) AS n FROM catalogue_versions'))[0]?.n);

  beforeAll(async () => {
    await awayFromMidnight();
    test = await TestApp.start({ isOnTime: true });
    today = istDayOf(test.clock.now());
  }, MIDNIGHT_LIMIT_MS);
  afterAll(() => test.close());

  it('shows what is sold', async () => {
    expect((await run('list')).stdout).toMatch(
      /1\s+2000-01-01\s+in-force\s+command line\s+Gold 51000 GO, Silver 100 SI/,
    );
    const { stdout } = await run('show');
    expect(stdout).toContain('# gold\nname: Gold\nprice: 51000\nnumbers: GO-000001\nsold: yes\n');
    expect(stdout).toContain('gold to platinum: difference\nsilver to gold: off\n');
    expect(JSON.parse((await run('show', '1', '--json')).stdout)).toMatchObject({ number: 1, state: 'in-force' });
  });

  it.each([
    [['create', '--set', 'gold.price=1'], 2, '--effective'],
    [['create', '--effective', '2099-01-01'], 2, 'Name at least one change'],
    [['create', '--effective', 'soon', '--set', 'gold.price=1'], 2, '--effective must be a day'],
    [['create', '--effective', '2099-01-01', '--set', 'bronze.price=1'], 2, 'write tier.key=value'],
    [['create', '--effective', '2099-01-01', '--set', 'gold.cost=1'], 1, 'expected one of name:'],
    [['create', '--effective', '2099-01-01', '--set', 'gold.price=-1'], 1, 'Enter a price from ₹1'],
    [['create', '--effective', '2099-01-01', '--set', 'gold.numbers=SI-000001'], 1, 'SI is the series of another tier'],
    [['create', '--effective', '2020-01-01', '--set', 'gold.price=60000'], 1, 'The first day cannot be in the past'],
    [['create', '--effective', '2099-01-01', '--upgrade', 'platinum:gold=off'], 2, 'write from:to=price'],
    [['show', '9'], 1, 'There is no version 9.'],
    [['show', 'x'], 2, 'a number'],
    [['list', '--project', 'nowhere'], 1, 'There is no such project.'],
    [['import', 'missing.md'], 1, 'cannot be read'],
  ])('%j is refused', async (args, code, text) => {
    const refused = await run(...args);
    expect([refused.code, refused.stdout]).toEqual([code, '']);
    expect(refused.stderr).toContain(text);
    expect(await versions()).toBe(1);
  });

  it('makes a version from a few changes, and shows them first', async () => {
    await createLink(await test.staff(SALES), 'gold');
    const change = ['create', '--effective', today, '--set', 'gold.price=55000', '--upgrade', 'silver:gold=difference'];
    const dry = await run(...change, '--dry-run');
    expect(dry.stderr).toContain('Gold: price: ₹51,000 → ₹55,000');
    expect(dry.stderr).toContain('Upgrade from silver to gold: not possible → for the difference');
    expect(dry.stderr).toMatch(
      /open links \(\d+\) keep what they were made under\. Nothing was written \(--dry-run\)\./,
    );
    expect([dry.code, await versions()]).toEqual([0, 1]);
    expect((await run(...change)).stderr).toContain('Made version 2');
    expect((await run(...change)).stderr).toContain(`Version 2 says the same from ${today} on: nothing to do.`);
    const [entry] = await query<Record<string, string>>(
      test,
      "SELECT actor_kind AS kind, subject_id AS subject, to_value AS toValue, reason FROM audit_log WHERE action = 'catalogue.created'",
    );
    expect(entry).toEqual({
      kind: 'cli',
      subject: 'default:2',
      toValue: `in force from ${today}`,
      reason: expect.stringMatching(/sha256 [0-9a-f]{64}$/),
    });
  });

  it('imports what it has shown, once', async () => {
    const shown = (await run('show', '2')).stdout;
    const same = file('same.md', shown);
    expect((await run('import', same)).stderr).toContain('nothing to do');
    const later = addDays(today, 7);
    const next = file(
      'next.md',
      shown.replace(`effective: ${today}\n`, '').replace('price: 100\n', 'price: 150\nabout: A place in the queue.\n'),
    );
    expect((await run('import', next)).stderr).toContain('No first day is given');
    expect((await run('import', next, '--project', 'other', '--effective', later)).stderr).toContain('different ways');
    const made = JSON.parse((await run('import', next, '--effective', later, '--json')).stdout);
    expect(made).toMatchObject({ number: 3, isNew: true, written: true, project: 'default', effectiveFrom: later });
    expect(JSON.parse((await run('import', next, '--effective', later, '--json')).stdout)).toMatchObject({
      number: 3,
      isNew: false,
      written: false,
    });
    expect((await run('list')).stdout).toMatch(/3\s+\S+\s+planned/);
  });
});
