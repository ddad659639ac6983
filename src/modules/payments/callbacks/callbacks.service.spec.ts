import { describe, expect, it, jest } from '@jest/globals';
import type { CallbacksRepository, Stored } from './callbacks.repository.js';
import { CallbacksService } from './callbacks.service.js';

const KNOWN = { kind: 'known', row: { publicId: 'n1', attemptId: 7 } } as Stored;
const DUPLICATE = Object.assign(new Error('Duplicate entry'), { driverError: { errno: 1062 } });
const SYNTAX = Object.assign(new Error('syntax'), { driverError: { errno: 1064 } });

function serviceOn(storeAll: CallbacksRepository['storeAll']): CallbacksService {
  const limits = { roomFor: () => Promise.resolve({ named: null, unnamed: null }), count: () => Promise.resolve() };
  const settings = { secretKey: 'key', merchantId: 'T_SANDBOX1' };
  const bank = { all: () => [{ profile: null, settings }] };
  return new CallbacksService(bank as never, limits as never, {} as never, { storeAll } as never);
}

const message = {
  channel: 'advice',
  rawBody: 'responseCode=0000',
  contentType: 'application/x-www-form-urlencoded',
} as const;

describe('a message of the bank that reaches two instances at the same moment', () => {
  it('is found by the one that comes second', async () => {
    const storeAll = jest
      .fn<CallbacksRepository['storeAll']>()
      .mockRejectedValueOnce(DUPLICATE)
      .mockResolvedValue([KNOWN]);
    await expect(serviceOn(storeAll).receive(message)).resolves.toMatchObject({ publicId: 'n1' });
    expect(storeAll).toHaveBeenCalledTimes(2);
  });
  it('fails when it cannot be stored for another reason', async () => {
    const storeAll = jest.fn<CallbacksRepository['storeAll']>().mockRejectedValue(SYNTAX);
    await expect(serviceOn(storeAll).receive(message)).rejects.toThrow('syntax');
    expect(storeAll).toHaveBeenCalledTimes(1);
  });
});
