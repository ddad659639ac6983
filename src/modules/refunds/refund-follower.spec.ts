import { describe, expect, it } from '@jest/globals';
import type { Settings } from '../../config/settings.token.js';
import { PeriodicTasks } from '../../runtime/periodic-tasks.js';
import type { PaymentGateway } from '../gateway/index.js';
import { RefundFollower } from './refund-follower.service.js';
import type { RefundSender } from './refund-sender.service.js';
import type { RefundsRepository } from './refunds.repository.js';

describe('RefundFollower', () => {
  it('asks about no further refund once a shutdown has begun', async () => {
    const tasks = new PeriodicTasks();
    const checked: number[] = [];
    let next = 0;
    const refunds = { leaseDue: async () => (next < 3 ? [{ id: (next += 1) }] : []) };
    const sender = {
      leaseMs: 1,
      check: async ({ id }: { id: number }) => {
        checked.push(id);
        if (id === 2) tasks.onModuleDestroy();
      },
    };
    const gateway = { settled: () => Promise.resolve() };
    const follower = new RefundFollower(
      tasks,
      refunds as unknown as RefundsRepository,
      sender as unknown as RefundSender,
      gateway as unknown as PaymentGateway,
      { pollConcurrency: 1 } as Settings,
    );
    follower.onModuleInit();
    await tasks.runAll();
    expect(checked).toEqual([1, 2]);
  });
});
