import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MailOutboxEntity } from '../../src/database/entities/mail-outbox.entity.js';
import type { InstanceRegistry } from '../../src/database/instance-registry.js';
import { sqlInstant } from '../../src/database/instants.js';
import { LeaseTable } from '../../src/database/lease-table.js';
import { DAY, HOUR, MINUTE, SECOND } from '../support/fake-clock.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const NOW = Date.parse('2026-11-20T10:11:12.345Z');
const LONGEST_MS = 2 * MINUTE;
const FOR_MS = MINUTE;
const instances = (id: string) => ({ current: () => Promise.resolve(id) }) as unknown as InstanceRegistry;

/** A lease that the row has before, its end from now and its holder, and whether somebody else may have it. */
const CASES: [string, { endsInMs: number | null; holder: string | null }, boolean][] = [
  ['none', { endsInMs: null, holder: null }, true],
  ['let go by a process that lives', { endsInMs: null, holder: 'alive' }, true],
  ['let go by a process that is gone', { endsInMs: null, holder: 'gone' }, true],
  ['held by a process that lives', { endsInMs: 1, holder: 'alive' }, false],
  ['held by a process that is gone', { endsInMs: MINUTE, holder: 'gone' }, true],
  ['held by an old release, which names no process', { endsInMs: 1, holder: null }, false],
  ['over at this moment', { endsInMs: 0, holder: 'alive' }, true],
  ['over for a day', { endsInMs: -DAY, holder: 'alive' }, true],
  ['longest end of a clock a minute ahead', { endsInMs: LONGEST_MS + MINUTE, holder: 'alive' }, false],
  ['end of a clock further ahead', { endsInMs: LONGEST_MS + MINUTE + 1, holder: 'alive' }, true],
];

describe('leases of a table', () => {
  let db: TestDatabase;
  let now = NOW;
  let rows = 0;
  const leases = (by = 'alive') =>
    new LeaseTable(
      { entity: MailOutboxEntity, longestMs: LONGEST_MS },
      db.uow,
      { now: () => new Date(now) },
      instances(by),
    );
  const repository = () => db.dataSource.getRepository(MailOutboxEntity);
  const rowOf = (id: number) => repository().findOneByOrFail({ id });
  const heldBy = async (id: number, owner: string) => (await rowOf(id)).leaseOwner === owner;

  beforeAll(async () => {
    db = await openTestDatabase();
    await db.uow.run((tx) =>
      tx.query('INSERT INTO instances (id, kind, pid, process_start, beat, started_at) VALUES (?, ?, ?, ?, ?, ?)', [
        'alive',
        'server',
        process.pid,
        null,
        0,
        sqlInstant(new Date(NOW)),
      ]),
    );
  });
  beforeEach(() => {
    now = NOW;
  });
  afterAll(() => db.close());

  async function mail(more: Partial<MailOutboxEntity> = {}): Promise<number> {
    const dedupeKey = `mail ${(rows += 1)}`;
    const result = await db.uow.run((tx) =>
      tx.getRepository(MailOutboxEntity).insert({
        dedupeKey,
        recipient: 'asha@example.com',
        template: 'receipt',
        data: '{}',
        status: 'queued',
        nextAttemptAt: null,
        createdAt: new Date(NOW),
        ...more,
      }),
    );
    return Number(result.identifiers[0]?.['id']);
  }

  it.each(CASES)('%s', async (_name, { endsInMs, holder }, isFree) => {
    const id = await mail({
      leaseOwner: endsInMs === null ? null : 'before',
      leaseUntil: endsInMs === null ? null : new Date(NOW + endsInMs),
      leaseInstance: holder,
    });
    await leases().acquire([id], { owner: 'mine', forMs: FOR_MS });
    expect(await heldBy(id, 'mine')).toBe(isFree);
    if (isFree)
      expect(await rowOf(id)).toMatchObject({
        leaseUntil: new Date(NOW + FOR_MS),
        leaseInstance: 'alive',
        attempts: 0,
      });
  });

  it('of many who ask at once, one has each row', async () => {
    const ids = await Promise.all([mail(), mail(), mail(), mail()]);
    const owners = ['one', 'two', 'three', 'four', 'five'];
    await Promise.all(
      owners.map((owner) => leases().acquire(ids, { owner, forMs: FOR_MS, set: 'attempts = attempts + 1' })),
    );
    for (const id of ids) {
      const { leaseOwner, attempts } = await rowOf(id);
      expect(owners).toContain(leaseOwner);
      expect(attempts).toBe(1);
    }
  });

  it('are renewed and released by their owner alone', async () => {
    const id = await mail();
    await leases().acquire([id], { owner: 'mine', forMs: FOR_MS });
    now += 30 * SECOND;
    expect(await leases().renew(id, 'other', FOR_MS)).toBe(false);
    await leases().release(id, 'other');
    expect(await rowOf(id)).toMatchObject({ leaseOwner: 'mine', leaseUntil: new Date(NOW + FOR_MS) });
    expect(await leases().renew(id, 'mine', FOR_MS)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ leaseOwner: 'mine', leaseUntil: new Date(now + FOR_MS) });
    await leases().release(id, 'mine');
    expect(await rowOf(id)).toMatchObject({ leaseOwner: null, leaseUntil: null });
  });

  it('of due rows go to the first in order, and not to those that are held or have changed since', async () => {
    const dueAt = (ms: number) => mail({ nextAttemptAt: new Date(NOW + HOUR + ms) });
    const [third, first, second, later] = await Promise.all([dueAt(-1), dueAt(-9), dueAt(-5), dueAt(1)]);
    now += HOUR;
    const where = (at: Date) => ({ sql: 'next_attempt_at <= ?', parameters: [sqlInstant(at)] });
    const order = (owner: string) => ({ owner, forMs: FOR_MS, where, orderBy: 'next_attempt_at, id', limit: 2 });
    const won = (owner: string) => async (ids: number[]) => {
      const held = await Promise.all(ids.map((id) => heldBy(id, owner)));
      return ids.filter((_id, at) => held[at]);
    };
    expect(await leases().acquireDue(order('one'), won('one'))).toEqual([first, second]);
    expect(await leases().acquireDue(order('two'), won('two'))).toEqual([third]);
    expect(await leases().acquireDue(order('three'), won('three'))).toEqual([]);
    await leases().acquire([later!], { ...order('four') });
    expect(await heldBy(later!, 'four')).toBe(false);
  });

  it('that another wins first lead to the rows behind them', async () => {
    now += DAY;
    await db.uow.run((tx) => tx.query('UPDATE mail_outbox SET next_attempt_at = NULL'));
    const [first, behind] = await Promise.all([
      mail({ nextAttemptAt: new Date(now - 2) }),
      mail({ nextAttemptAt: new Date(now - 1) }),
    ]);
    const where = (at: Date) => ({ sql: 'next_attempt_at <= ?', parameters: [sqlInstant(at)] });
    const slow = new LeaseTable(
      { entity: MailOutboxEntity, longestMs: LONGEST_MS },
      db.uow,
      { now: () => new Date(now) },
      {
        // Between the selection and the statement that acquires.
        current: async () => {
          if (!(await heldBy(first!, 'other'))) await leases().acquire([first!], { owner: 'other', forMs: FOR_MS });
          return 'alive';
        },
      } as unknown as InstanceRegistry,
    );
    const order = { owner: 'slow', forMs: FOR_MS, where, orderBy: 'next_attempt_at, id', limit: 1 };
    const read = async (ids: number[]) => ((await heldBy(ids[0]!, 'slow')) ? ids : []);
    expect(await slow.acquireDue(order, read)).toEqual([behind]);
  });
});
