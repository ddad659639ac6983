import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'express';
import type { Principal } from '../../http/index.js';
import { EventStream } from './event-stream.js';

/** As of a reader whose side takes nothing any more: what was written last never leaves. */
class StuckResponse extends EventEmitter {
  writableEnded = false;
  destroyed = false;
  writableLength = 1_000;
  write = () => false;
  end = () => (this.writableEnded = true);
  destroy = () => (this.destroyed = true);
}

describe('a stream that is ended', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const ended = () => {
    const response = new StuckResponse();
    new EventStream({} as Principal, response as unknown as Response).dismiss('replaced');
    return response;
  };

  it('is cut off when its reader does not take the end', () => {
    const response = ended();
    expect([response.writableEnded, response.destroyed]).toEqual([true, false]);
    jest.advanceTimersByTime(10_000);
    expect(response.destroyed).toBe(true);
  });

  it('is left alone once it is closed', () => {
    const response = ended();
    response.emit('close');
    jest.advanceTimersByTime(10_000);
    expect(response.destroyed).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });
});
