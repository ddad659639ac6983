import { describe, expect, it } from '@jest/globals';
import { MicroBatch } from './micro-batch.js';
import { Overloaded } from './overloaded.js';

const OPTIONS = { name: 'numbers', most: 3, waiting: 4, isDivisible: () => true };

function recorded(fail: (items: number[]) => boolean = () => false) {
  const batches: number[][] = [];
  const work = async (items: number[]) => {
    batches.push(items);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (fail(items)) throw new Error(`failed: ${items.join()}`);
    return items.map((item) => item * 10);
  };
  return { batches, work };
}

describe('MicroBatch', () => {
  it('what arrives together shares batches of a bounded size, and each caller gets its own result', async () => {
    const { batches, work } = recorded();
    const batch = new MicroBatch({ ...OPTIONS, work });
    expect(await Promise.all([1, 2, 3, 4].map((item) => batch.add(item)))).toEqual([10, 20, 30, 40]);
    expect(batches).toEqual([[1, 2, 3], [4]]);
    expect(await batch.add(5)).toBe(50);
  });

  it('one bad item fails alone', async () => {
    const { work } = recorded((items) => items.includes(2));
    const batch = new MicroBatch({ ...OPTIONS, work });
    const results = await Promise.allSettled([1, 2, 3].map((item) => batch.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('a failure that is nobody’s own is not tried again for each', async () => {
    const { batches, work } = recorded(() => true);
    const batch = new MicroBatch({ ...OPTIONS, work, isDivisible: () => false });
    const results = await Promise.allSettled([1, 2].map((item) => batch.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(batches).toEqual([[1, 2]]);
  });

  it('turns away what would wait too long', async () => {
    const { work } = recorded();
    const batch = new MicroBatch({ ...OPTIONS, work });
    const taken = [1, 2, 3, 4].map((item) => batch.add(item));
    await expect(batch.add(5)).rejects.toThrow(Overloaded);
    expect(await Promise.all(taken)).toEqual([10, 20, 30, 40]);
  });
});
