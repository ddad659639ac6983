import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Metrics } from './metrics.js';
import type { PrimaryLink } from './workers/primary-link.js';

/** Longer than a scrape waits for a reading. */
const LONG_MS = 5_000;

type Figures = Record<string, number>;

/** One process alone, or the only worker of a primary. */
function metricsOf(mode: string): Metrics {
  let report: () => Promise<object[]> = () => Promise.resolve([]);
  const link = {
    onReport: (own: typeof report) => (report = own),
    figuresOfAll: async () => (mode === 'a worker' ? [await report()] : null),
  };
  return new Metrics(link as unknown as PrimaryLink);
}

describe.each(['one process', 'a worker'])('a gauge of %s', (mode) => {
  let metrics: Metrics;
  let read: () => Promise<Figures>;
  let readByState: () => Promise<Figures>;
  let warn: ReturnType<typeof jest.spyOn>;

  beforeEach(async () => {
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    metrics = metricsOf(mode);
    read = () => Promise.resolve({ '': 3 });
    readByState = () => Promise.resolve({ unknown: 2 });
    metrics.gauge('waiting', 'What waits', () => read());
    metrics.gauge('open', 'What is open', () => readByState(), 'state');
    metrics.gauge('heap', 'Of the process', () => Promise.resolve({ '': 7 }));
    expect(await values()).toEqual(['waiting 3', 'open{state="unknown"} 2', 'heap 7']);
  });
  afterEach(() => {
    jest.useRealTimers();
    warn.mockRestore();
  });

  const values = async () =>
    (await metrics.text()).body.split('\n').filter((line) => /^(?:waiting|open|heap)\b/.test(line));

  it('whose reading fails has no value until it is read again, and the others stand', async () => {
    const [readBefore, readByStateBefore] = [read, readByState];
    read = readByState = () => Promise.reject(new Error('the database is away'));
    expect(await values()).toEqual(['heap 7']);
    expect(await values()).toEqual(['heap 7']);
    // When it begins, once each.
    expect(warn).toHaveBeenCalledTimes(2);
    [read, readByState] = [readBefore, readByStateBefore];
    expect(await values()).toEqual(['waiting 3', 'open{state="unknown"} 2', 'heap 7']);
  });

  it('whose reading throws at once is not different', async () => {
    read = () => {
      throw new Error('not ready');
    };
    expect(await values()).toEqual(['open{state="unknown"} 2', 'heap 7']);
  });

  it('whose reading hangs has no value, also when the answer comes late', async () => {
    let answer: (figures: Figures) => void = () => undefined;
    read = () => new Promise((resolve) => (answer = resolve));
    jest.useFakeTimers();
    const hanging = values();
    // Its timer, and what follows it, are set a few promises later.
    for (let at = 0; at < 100; at += 1) {
      await Promise.resolve();
      jest.advanceTimersByTime(LONG_MS / 100);
    }
    jest.useRealTimers();
    expect(await hanging).toEqual(['open{state="unknown"} 2', 'heap 7']);
    answer({ '': 9 });
    read = () => Promise.reject(new Error('the database is away'));
    expect(await values()).toEqual(['open{state="unknown"} 2', 'heap 7']);
  });
});
