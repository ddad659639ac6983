import { describe, expect, it } from '@jest/globals';
import { PeriodicTasks } from './periodic-tasks.js';

describe('PeriodicTasks', () => {
  it('begins no further task once a shutdown has begun', async () => {
    const tasks = new PeriodicTasks();
    const begun: string[] = [];
    tasks.register('first', async () => {
      begun.push('first');
      tasks.onModuleDestroy();
    });
    tasks.register('second', async () => begun.push('second'));
    await tasks.runAll();
    expect(begun).toEqual(['first']);
  });
});
