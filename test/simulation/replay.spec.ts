import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { planOf } from './plan.js';
import { Random } from './random.js';
import { runPlan } from './run.js';
import { shrink } from './shrink.js';
import { engineOf } from '../support/engine.js';
import { makeStage } from './stage.js';
import { VirtualTime } from './virtual-time.js';
// After the product, which brings the metadata that this needs.
import { randomStringGenerator } from '@nestjs/common/internal';

const COMMANDS = 40;
const SHRINKING_RUNS = 40;
const LIMIT_MS = 900_000;

describe('a run of the simulator', () => {
  let stage: Awaited<ReturnType<typeof makeStage>>;
  beforeAll(async () => {
    stage = await makeStage();
  }, LIMIT_MS);
  afterAll(() => stage.close());

  it.each([3, 11])(
    'of one seed (%i) tells the same story twice',
    async (seed) => {
      const [first, again] = [
        await runPlan(planOf(seed, engineOf(), COMMANDS), stage),
        await runPlan(planOf(seed, engineOf(), COMMANDS), stage),
      ];
      expect(first.failure).toBeNull();
      expect(again.trace).toEqual(first.trace);
      expect(first.trace.length).toBeGreaterThan(COMMANDS);
    },
    LIMIT_MS,
  );

  it(
    'notices a rupee that nobody can explain, and finds the fewest steps to it',
    async () => {
      const thief = {
        ...stage,
        meddle: async () =>
          stage.database.execute("UPDATE payments SET amount = amount + 100 WHERE status = 'completed'"),
      };
      const found = await runPlan(planOf(5, engineOf(), COMMANDS), thief);
      expect(found.failure).toContain('amount is');
      const shrunk = await shrink(found, thief, SHRINKING_RUNS);
      expect(shrunk.failure).toContain('amount is');
      expect(shrunk.plan.steps.length).toBeLessThan(found.plan.steps.length);
      expect(shrunk.plan.steps.length).toBeLessThanOrEqual(6);
    },
    LIMIT_MS,
  );
});

describe('the chance of a run', () => {
  const time = new VirtualTime();
  beforeAll(() => time.install());
  afterAll(() => time.uninstall());

  it('is that of its seed, and the ids that a container gives to modules are not', () => {
    const ofSeed = (ids: number) => {
      time.begin(new Random(7));
      return { ids: Array.from({ length: ids }, randomStringGenerator), chance: Math.random() };
    };
    const runs = [ofSeed(2000), ofSeed(2000), ofSeed(0)] as const;
    expect(new Set([...runs[0].ids, ...runs[1].ids]).size).toBe(4000);
    expect(new Set(runs.map(({ chance }) => chance)).size).toBe(1);
  });
});
