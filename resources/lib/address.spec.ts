import { describe, expect, it } from '@jest/globals';
import { changeAddress, withAddressAtRest } from './address';

const turns = () => new Promise((resolve) => setTimeout(resolve));

describe('what goes by the address', () => {
  it('runs at once while nothing changes it', () => {
    let ran = false;
    void withAddressAtRest(async () => {
      ran = true;
    });
    expect(ran).toBe(true);
  });

  it('waits for the last of all changes, those begun meanwhile as well', async () => {
    const first = changeAddress();
    const ran: string[] = [];
    const task = withAddressAtRest(async () => ran.push('task'));
    const second = changeAddress();
    void second.before.then(() => ran.push('second begins'));
    await turns();
    expect(ran).toEqual([]);
    first.done();
    await turns();
    expect(ran).toEqual(['second begins']);
    second.done();
    await task;
    expect(ran).toEqual(['second begins', 'task']);
  });
});
