import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { query } from '../support/links.js';
import { PROFILES } from '../support/merchants.js';
import { createLink, linkBody } from '../support/sales.js';
import { awayFromMidnight, MIDNIGHT_LIMIT_MS } from '../support/fake-clock.js';
import { OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

describe('projects and events on the command line', () => {
  let test: TestApp;
  let today: string;
  const run = (...args: string[]) => tokendesk(args, environmentOf(test), test.settings.dataDir);
  const actions = async () =>
    (
      await query<{ action: string; kind: string }>(
        test,
        "SELECT action, actor_kind AS kind FROM audit_log WHERE action LIKE 'project.%' OR action LIKE 'event.%' ORDER BY id",
      )
    ).map(({ action, kind }) => `${kind} ${action}`);

  beforeAll(async () => {
    await awayFromMidnight();
    test = await TestApp.start({ isOnTime: true });
    today = istDayOf(test.clock.now());
  }, MIDNIGHT_LIMIT_MS);
  afterAll(() => test.close());

  it('makes a project and an event with a seller', async () => {
    const made = await run('project', 'create', 'meadows', '--name', 'Green Meadows');
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('Made meadows, draft.')]);
    expect((await run('project', 'list')).stdout).toMatch(/meadows\s+draft\s+Green Meadows/);
    const event = await run(
      'event', 'create', 'meadows', '--name', 'Launch', '--first-day', today, '--last-day', addDays(today, 2),
      '--seller', SALES.email, '--json',
    ); // prettier-ignore
    expect(JSON.parse(event.stdout)).toMatchObject({
      id: '2',
      project: 'meadows',
      state: 'running',
      sellers: [{ email: SALES.email }],
    });
    expect((await run('event', 'list')).stdout).toMatch(
      /1\s+default\s+Default event\s+open\s+open\s+running\s+everybody else/,
    );
    expect((await run('event', 'list', '--project', 'meadows')).stdout).not.toContain('Default event');
    expect((await run('event', 'show', '2')).stdout).toContain(SALES.email);
    expect(await actions()).toEqual(['cli project.created', 'cli event.created', 'cli event.seller-added']);
  });

  it('makes a project at a merchant of the settings', async () => {
    const create = (profile: string) =>
      tokendesk(
        ['project', 'create', 'northern', '--merchant-profile', profile, '--json'],
        { ...environmentOf(test), ...PROFILES },
        test.settings.dataDir,
      );
    const unknown = await create('east');
    expect([unknown.code === 0, unknown.stderr]).toEqual([false, expect.stringContaining('north, south')]);
    const made = await create('north');
    expect(JSON.parse(made.stdout)).toMatchObject({ code: 'northern', state: 'draft', merchantProfile: 'north' });
    await run('project', 'update', 'northern', '--merchant-profile', '');
  });

  it('is in force for the server at once', async () => {
    const seller = await test.as(SALES);
    expect((await seller.post('/api/payments/create-link', linkBody('silver'))).body.error).toBe('PROJECT_NOT_SELLING');
    expect((await run('project', 'update', 'meadows', '--state', 'selling')).stderr).toContain(
      'state: draft → selling',
    );
    const { paymentId } = await createLink(seller, 'silver');
    const [row] = await query<{ event: number }>(test, 'SELECT event_id AS event FROM payments WHERE public_id = ?', [
      paymentId,
    ]);
    expect(Number(row?.event)).toBe(2);
  });

  it('changes an event once, and its sellers by their emails', async () => {
    const change = ['event', 'update', '2', '--place', 'Nashik', '--seller', OTHER_SALES.email];
    const dry = await run(...change, '--dry-run');
    expect(dry.stderr).toContain('Nothing was written (--dry-run).');
    expect((await run(...change)).stderr).toContain(`seller: (none) → ${OTHER_SALES.email}`);
    expect((await run(...change)).stderr).toContain('Nothing to change.');
    const removed = await run('event', 'update', '2', '--remove-seller', SALES.email, '--json');
    expect(JSON.parse(removed.stdout)).toEqual({
      changes: [{ field: 'seller', from: SALES.email, to: null }],
      written: true,
    });
  });

  it.each([
    [['project', 'create', 'Green Meadows'], 1, 'small letters'],
    [['project', 'create', 'meadows'], 1, 'short name already'],
    [['project', 'update', 'meadows', '--state', 'open'], 1, 'Choose draft, selling or closed'],
    [['project', 'update', 'meadows', '--state', 'draft'], 1, 'cannot be a draft again'],
    [['event', 'create', 'nowhere', '--name', 'x'], 1, 'There is no such project.'],
    [['event', 'create', 'meadows'], 2, '--name'],
    [['event', 'update', '2'], 2, 'Name at least one field'],
    [['event', 'update', '2', '--last-day', '2020-01-01'], 1, 'cannot be before the first'],
    [['event', 'update', '2', '--first-day', '2026-02-30'], 1, 'YYYY-MM-DD'],
    [['event', 'update', '2', '--seller', 'nobody@example.com'], 1, 'no seller with an active account'],
    [['event', 'update', '2', '--remove-seller', SALES.email], 1, 'Not every seller'],
    [['event', 'show', '99'], 1, 'There is no such event'],
    [['event', 'list', '--project', 'nowhere'], 1, 'There is no such project.'],
  ])('%j is refused', async (args, code, text) => {
    const refused = await run(...args);
    expect([refused.code, refused.stdout]).toEqual([code, '']);
    expect(refused.stderr).toContain(text);
  });
});
