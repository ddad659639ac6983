import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { CommitOutcomeUnknown } from '../commit-outcome.js';
import { createDataSource } from '../data-source.js';
import { IdempotencyKeyEntity } from '../entities/idempotency-key.entity.js';
import type { InstanceRegistry } from '../instance-registry.js';
import { UnitOfWork } from '../unit-of-work.js';
import { Refusal } from '../../runtime/refusal.js';
import { BackgroundTasks } from '../../runtime/background.js';
import { Clock } from '../../runtime/clock.js';
import { IdempotencyService, type PromiseAnswer, type StoredAnswer } from './idempotency.service.js';

const MEMORY = { url: 'sqlite::memory:', poolSize: 1, sqliteDriver: 'libsql' };

class TestClock extends Clock {
  ms = 1_800_000_000_000;
  now() {
    return new Date(this.ms);
  }
}

describe('IdempotencyService', () => {
  const clock = new TestClock();
  const tasks = new BackgroundTasks();
  const gone = new Set<string>();
  const instances = {
    id: 'first',
    current: () => Promise.resolve(instances.id),
    isGone: (id: string | null) => Promise.resolve(id !== null && gone.has(id)),
  };
  let dataSource: DataSource;
  let uow: UnitOfWork;
  let service: IdempotencyService;
  const newService = () => new IdempotencyService(uow, clock, instances as unknown as InstanceRegistry, tasks);
  const call = (key: string | undefined, body: unknown = { a: 1 }, caller = 'user:1') => ({
    caller,
    operation: 'create-link',
    key,
    body,
  });
  const once = (answer: unknown = { id: 1 }) => jest.fn(async () => ({ status: 201, body: answer }));
  /** @param work says itself when it has begun @returns then; the run goes on */
  const begin = async (
    key: string,
    work: (begun: () => void, promise: PromiseAnswer) => Promise<StoredAnswer>,
    by = service,
  ) => {
    let begun!: () => void;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const run = by.run(call(key), (promise) => work(begun, promise));
    await hasBegun;
    return { run };
  };
  const hangs = (begun: () => void) => new Promise<never>(begun);

  beforeAll(async () => {
    dataSource = await createDataSource(MEMORY).initialize();
    await dataSource.runMigrations();
    uow = new UnitOfWork(dataSource);
    service = newService();
  });
  afterAll(() => dataSource.destroy());

  it('gives the first answer again', async () => {
    const work = once({ id: 7, list: [1], none: null });
    const first = await service.run(call('k1', { b: 2, a: { d: 1, c: 2 } }), work);
    const again = await service.run(call('k1', { a: { c: 2, d: 1 }, b: 2 }), work);
    expect(again).toEqual(first);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('tells callers apart, and other bodies', async () => {
    await service.run(call('k2'), once());
    await expect(service.run(call('k2', { a: 2 }), once())).rejects.toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_MISMATCH',
    });
    const work = once();
    await service.run(call('k2', { a: 2 }, 'user:2'), work);
    expect(work).toHaveBeenCalled();
  });

  it('lets one of many at a time through', async () => {
    let finish!: () => void;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const work = jest.fn(async () => (await gate, { status: 201, body: null }));
    const calls = Array.from({ length: 20 }, () => service.run(call('k3'), work));
    let turnedAway = 0;
    // It ends once all others have been told that it runs.
    for (const each of calls) each.catch(() => (turnedAway += 1) === calls.length - 1 && finish());
    const results = await Promise.allSettled(calls);
    expect(work).toHaveBeenCalledTimes(1);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, code: 'IDEMPOTENCY_RUNNING' },
    });
  });

  it('forgets what failed', async () => {
    const refuse = () => Promise.reject(new Refusal('BANK_UNAVAILABLE'));
    await expect(service.run(call('k4'), refuse)).rejects.toMatchObject({ code: 'BANK_UNAVAILABLE' });
    expect(await service.run(call('k4'), once())).toMatchObject({ status: 201 });
  });

  describe('when nobody could say whether the claim was stored', () => {
    afterEach(() => void jest.restoreAllMocks());
    /** The claim's COMMIT happens or not, and its answer is lost. @param passed units before it */
    const lose = (happens: boolean, passed = 0) => {
      const run = uow.run.bind(uow);
      const spy = jest.spyOn(uow, 'run');
      for (let left = passed; left > 0; left -= 1) spy.mockImplementationOnce(run);
      spy.mockImplementationOnce(async (unit) => {
        if (happens) await run(unit);
        throw new CommitOutcomeUnknown(null);
      });
    };

    it.each([true, false])('stored: %p; the repetition works at once, and once', async (happens) => {
      lose(happens);
      const [lost, work] = [once(), once()];
      const key = `unknown-${happens}`;
      await expect(service.run(call(key), lost)).rejects.toBeInstanceOf(CommitOutcomeUnknown);
      const answer = await service.run(call(key), work);
      expect(await service.run(call(key), work)).toEqual(answer);
      expect([lost.mock.calls.length, work.mock.calls.length]).toEqual([0, 1]);
    });

    it('leaves a claim alone that another has taken meanwhile', async () => {
      lose(false);
      await expect(service.run(call('unknown-3'), once())).rejects.toBeInstanceOf(CommitOutcomeUnknown);
      clock.ms += 1000;
      await begin('unknown-3', hangs, newService());
      await tasks.settle();
      await expect(service.run(call('unknown-3'), once())).rejects.toMatchObject({ code: 'IDEMPOTENCY_RUNNING' });
    });

    it('works at once again where the answer is made anew each time', async () => {
      const again = { ...call('unknown-5'), runsAgain: true };
      await service.run(again, once());
      // The insert, which finds the key's row.
      lose(true, 1);
      await expect(service.run(again, once())).rejects.toBeInstanceOf(CommitOutcomeUnknown);
      expect(await service.run(again, once({ id: 2 }))).toMatchObject({ body: { id: 2 } });
    });

    it('is released by itself, for whichever instance the repetition reaches', async () => {
      lose(true);
      await expect(service.run(call('unknown-4'), once())).rejects.toBeInstanceOf(CommitOutcomeUnknown);
      const other = newService();
      await expect(other.run(call('unknown-4'), once())).rejects.toMatchObject({ code: 'IDEMPOTENCY_RUNNING' });
      await tasks.settle();
      expect(await other.run(call('unknown-4'), once())).toMatchObject({ status: 201 });
    });
  });

  describe('when the database is away as the work fails', () => {
    beforeEach(() => void jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined));
    afterEach(() => void jest.restoreAllMocks());
    const away = new Error('connection lost');
    const failsUnreleased = () => {
      jest.spyOn(uow, 'run').mockRejectedValueOnce(away);
      return Promise.reject(away);
    };

    it('is released by itself, for whichever instance the repetition reaches', async () => {
      await expect(service.run(call('away-1'), failsUnreleased)).rejects.toBe(away);
      const other = newService();
      await expect(other.run(call('away-1'), once())).rejects.toMatchObject({ code: 'IDEMPOTENCY_RUNNING' });
      await tasks.settle();
      expect(await other.run(call('away-1'), once())).toMatchObject({ status: 201 });
    });

    it('leaves a claim alone that another has taken over meanwhile', async () => {
      await expect(service.run(call('away-2'), failsUnreleased)).rejects.toBe(away);
      clock.ms += 121_000;
      await begin('away-2', hangs, newService());
      await tasks.settle();
      await expect(newService().run(call('away-2'), once())).rejects.toMatchObject({ code: 'IDEMPOTENCY_RUNNING' });
    });

    it('keeps the promised answer', async () => {
      const promised = { status: 201, body: { id: 'made' } };
      const failing = service.run(call('away-3'), async (promise) => (await promise(promised), failsUnreleased()));
      await expect(failing).rejects.toBe(away);
      await tasks.settle();
      const work = once();
      expect(await newService().run(call('away-3'), work)).toEqual(promised);
      expect(work).not.toHaveBeenCalled();
    });
  });

  describe('after the death of the process that ran it', () => {
    const die = () => {
      gone.add(instances.id);
      instances.id = `${instances.id}+`;
    };

    it('runs again at once, once, however many ask', async () => {
      await begin('d1', hangs);
      await expect(service.run(call('d1'), once())).rejects.toMatchObject({ code: 'IDEMPOTENCY_RUNNING' });
      die();
      let finish!: () => void;
      const gate = new Promise<void>((resolve) => (finish = resolve));
      const work = jest.fn(async () => (await gate, { status: 200, body: 'second' }));
      const calls = [service.run(call('d1'), work), service.run(call('d1'), work)];
      for (const each of calls) each.catch(finish);
      const both = await Promise.allSettled(calls);
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(work).toHaveBeenCalledTimes(1);
      expect((await service.run(call('d1'), work)).body).toBe('second');
    });

    it('runs again although the clock was set back since', async () => {
      await begin('d2', hangs);
      die();
      clock.ms -= 3_600_000;
      expect((await service.run(call('d2'), once({ id: 2 }))).body).toEqual({ id: 2 });
      clock.ms += 3_600_000;
    });

    it('gives what was promised at once, and does the work no second time', async () => {
      const promised = { status: 201, body: { id: 'made' } };
      await begin('d3', async (begun, promise) => (await promise(promised), hangs(begun)));
      await expect(service.run(call('d3'), once())).rejects.toMatchObject({ code: 'IDEMPOTENCY_RUNNING' });
      die();
      const work = once();
      expect(await service.run(call('d3'), work)).toEqual(promised);
      expect(work).not.toHaveBeenCalled();
    });
  });

  it('takes over from a process that lives and hangs', async () => {
    const repository = dataSource.getRepository(IdempotencyKeyEntity);
    let die!: (error: Error) => void;
    const { run: dead } = await begin('k5', (begun) => new Promise((_, reject) => ((die = reject), begun())));
    clock.ms += 119_000;
    await expect(service.run(call('k5'), once())).rejects.toMatchObject({ code: 'IDEMPOTENCY_RUNNING' });
    clock.ms += 2_000;
    const work = once({ id: 'second' });
    const both = await Promise.allSettled([service.run(call('k5'), work), service.run(call('k5'), work)]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(work).toHaveBeenCalledTimes(1);
    die(new Error('late'));
    await expect(dead).rejects.toThrow('late');
    expect(await repository.findOneByOrFail({ keyValue: 'k5' })).toMatchObject({ state: 'done' });
  });

  describe('a promised answer', () => {
    const promised = { status: 201, body: { id: 'made' } };

    it('stands when the process dies after its commit: the work is not done twice', async () => {
      let die!: (error: Error) => void;
      const { run: dead } = await begin('p1', async (begun, promise) => {
        await uow.run(() => promise(promised));
        return new Promise((_, reject) => ((die = reject), begun()));
      });
      const work = once();
      clock.ms += 5_000;
      await expect(service.run(call('p1'), work)).rejects.toMatchObject({ code: 'IDEMPOTENCY_RUNNING' });
      clock.ms += 6_000;
      expect(await service.run(call('p1'), work)).toEqual(promised);
      clock.ms += 600_000;
      expect(await service.run(call('p1'), work)).toEqual(promised);
      expect(work).not.toHaveBeenCalled();
      die(new Error('late'));
      await expect(dead).rejects.toThrow('late');
    });

    it('is replaced by the final one', async () => {
      const work = async (promise: (answer: typeof promised) => Promise<void>) => {
        await promise(promised);
        return { status: 201, body: { id: 'made', more: true } };
      };
      await service.run(call('p2'), work);
      expect((await service.run(call('p2'), once())).body).toEqual({ id: 'made', more: true });
    });

    it('goes with its unit of work', async () => {
      const failing = service.run(call('p3'), async (promise) => {
        await uow.run(async () => {
          await promise(promised);
          throw new Error('rolled back');
        });
        return promised;
      });
      await expect(failing).rejects.toThrow('rolled back');
      const work = once({ id: 'again' });
      expect((await service.run(call('p3'), work)).body).toEqual({ id: 'again' });
    });

    it('stands when the work fails after its commit', async () => {
      const failing = service.run(call('p4'), async (promise) => {
        await promise(promised);
        throw new Error('after the commit');
      });
      await expect(failing).rejects.toThrow('after the commit');
      const work = once();
      expect(await service.run(call('p4'), work)).toEqual(promised);
      expect(work).not.toHaveBeenCalled();
    });

    it('is refused to a run that was taken over, and undoes what that one was about to commit', async () => {
      let goOn!: () => void;
      const gate = new Promise<void>((resolve) => (goOn = resolve));
      const { run: slow } = await begin('p5', async (begun, promise) => {
        begun();
        await gate;
        await promise(promised);
        return promised;
      });
      clock.ms += 121_000;
      await service.run(call('p5'), once({ id: 'second' }));
      goOn();
      await expect(slow).rejects.toMatchObject({ code: 'IDEMPOTENCY_RUNNING' });
      expect((await service.run(call('p5'), once())).body).toEqual({ id: 'second' });
    });
  });

  it('just runs without a key, and refuses what is no key', async () => {
    const work = once();
    await service.run(call(undefined), work);
    await service.run(call(undefined), work);
    expect(work).toHaveBeenCalledTimes(2);
    for (const key of ['', 'x'.repeat(256), 'a\u0000', 'a b', 'ü']) {
      await expect(service.run(call(key), once())).rejects.toMatchObject({ status: 400 });
    }
  });
});
