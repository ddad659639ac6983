import { describe, expect, it } from '@jest/globals';
import { takeNext } from './pool.mjs';
import { WorkerProcess } from './worker-process.mjs';

describe('the order of spec files', () => {
  const first = { name: 'unit', isFirst: true };
  const [small, large] = [{ name: 'small' }, { name: 'large' }];
  const job = (lane: { name: string }, expectedMs: number) => ({ lane, expectedMs });

  it('is longest first within a lane, and one lane after the other', () => {
    const waiting = [job(small, 10), job(large, 5), job(first, 1), job(small, 20), job(large, 50)];
    const taken = [];
    for (let next = takeNext(waiting); next; next = takeNext(waiting, next.lane)) taken.push(next);
    expect(taken.map(({ lane, expectedMs }) => [lane.name, expectedMs])).toEqual([
      ['unit', 1],
      ['large', 50],
      ['large', 5],
      ['small', 20],
      ['small', 10],
    ]);
    expect(waiting).toEqual([]);
  });

  it('spreads the slots over the lanes, by what each slot of a lane would have to do', () => {
    const waiting = () => [job(small, 30), job(large, 50), job(large, 20)];
    expect(takeNext(waiting(), undefined, [])?.lane).toBe(large);
    expect(takeNext(waiting(), undefined, [large, large])?.lane).toBe(small);
    expect(takeNext(waiting(), undefined, [large, small])?.lane).toBe(large);
    expect(takeNext([...waiting(), job(first, 1)], undefined, [first, first])?.lane).toBe(first);
  });
});

it('what a spec file has left open keeps its worker alive, and is named', async () => {
  const worker = new WorkerProcess({ name: 'unit' });
  const globalConfig = { testTimeout: 5_000 };
  const path = `${import.meta.dirname}/fixtures/left-open.ts`;
  const { result } = await worker.run({ path, config: { rootDir: import.meta.dirname }, globalConfig });
  expect(result).toMatchObject({ numPassingTests: 1, numFailingTests: 0 });
  expect(await worker.end()).toMatch(/TCPServerWrap \(1\) since test\/runner\/fixtures\/left-open\.ts/);
});

it('a test that takes more than half of its time limit is named', async () => {
  const worker = new WorkerProcess({ name: 'unit' });
  const path = `${import.meta.dirname}/fixtures/near-limit.ts`;
  const job = { path, config: { rootDir: import.meta.dirname }, globalConfig: { testTimeout: 20_000 } };
  const { result } = await worker.run(job);
  await worker.end();
  expect(result).toMatchObject({
    numPassingTests: 2,
    nearLimit: [{ name: 'takes its time', ms: expect.any(Number), limitMs: 6_000 }],
  });
});
