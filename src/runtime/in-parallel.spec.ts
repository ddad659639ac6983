import { expect, it } from '@jest/globals';
import { inParallel } from './in-parallel.js';

it('begins nothing after a failure, and waits for what was under way', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 1) throw new Error('the first');
    await new Promise((resolve) => setTimeout(resolve, 20));
    ended.push(item);
  };
  await expect(inParallel([0, 1, 2, 3, 4, 5], 2, work)).rejects.toThrow('the first');
  expect([begun, ended]).toEqual([[0, 1], [0]]);
});

it('works through everything, never more at once than allowed', async () => {
  let atOnce = 0;
  let most = 0;
  const done: number[] = [];
  await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 1));
    atOnce -= 1;
    done.push(item);
  });
  expect([most, done.sort((one, other) => one - other)]).toEqual([2, [1, 2, 3, 4, 5]]);
});

it('asks for the next item when there is room, and no earlier', async () => {
  const asked: number[] = [];
  async function* items() {
    for (let item = 0; item < 4; item += 1) {
      asked.push(item);
      await Promise.resolve();
      yield item;
    }
  }
  const ends: (() => void)[] = [];
  const all = inParallel(items(), 2, () => new Promise<void>((resolve) => ends.push(resolve)));
  const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
  await turn();
  expect([asked, ends.length]).toEqual([[0, 1], 2]);
  ends[1]!();
  await turn();
  expect([asked, ends.length]).toEqual([[0, 1, 2], 3]);
  for (const at of [0, 2]) ends[at]!();
  await turn();
  ends[3]!();
  await all;
});

it('a failure of the items ends it, after what was under way', async () => {
  const ended: number[] = [];
  async function* items() {
    yield 0;
    await Promise.resolve();
    throw new Error('no more items');
  }
  const work = async (item: number) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    ended.push(item);
  };
  await expect(inParallel(items(), 3, work)).rejects.toThrow('no more items');
  expect(ended).toEqual([0]);
});
