import { describe, expect, it } from '@jest/globals';

// A channel to other tabs would keep the process.
Object.assign(globalThis, { BroadcastChannel: undefined });
const { waitingSales } = await import('./index');
const visible = Object.assign(new EventTarget(), { visibilityState: 'visible' });
Object.assign(globalThis, { window: new EventTarget(), document: visible });

const REQUEST = { customerData: { name: 'Meera Das', email: 'meera@customers.example' }, tokenType: 'gold' };

describe('waiting sales of two people on one device', () => {
  it('shows the next one nothing of the first, also before what is kept is read', async () => {
    await waitingSales.open('first');
    await waitingSales.add('first', 'key', { request: REQUEST as never, tierName: 'Gold' });
    await waitingSales.release('key');
    expect(waitingSales.current().sales).toHaveLength(1);
    const opening = waitingSales.open('second');
    expect([waitingSales.current().sales, waitingSales.current().isRead, waitingSales.unsent()]).toEqual([
      [],
      false,
      [],
    ]);
    await opening;
    expect([waitingSales.current().sales, waitingSales.current().isRead]).toEqual([[], true]);
    // Its end would be waited for.
    await waitingSales.discard('key');
  });
});
