// People who look at pages while something else goes on: one after the other, with a rest between, so that they do not compete with it.
import { setTimeout as pause } from 'node:timers/promises';
import { OneConnection, requestBytes } from './http.mjs';

/**
 * @param visits `{ kind, path, headers }` of signed-in people, taken in turn
 * @param everyMs rest between two
 * @returns `take()` gives `{ kind, ms }` of every look since the last call
 */
export function startLooking(product, visits, everyMs) {
  let isOver = false;
  const looks = [];
  const looking = (async () => {
    let client = await OneConnection.to(product.url);
    for (let at = 0; !isOver; at += 1) {
      const { kind, path, headers } = visits[at % visits.length];
      const asked = performance.now();
      const { status, head } = await client.ask(requestBytes(`${product.url}${path}`, { headers }));
      looks.push({ kind, ms: performance.now() - asked });
      if (status !== 200) throw new Error(`${path} was answered with ${status}`);
      if (/\r\nconnection: *close/i.test(head)) {
        client.close();
        client = await OneConnection.to(product.url);
      }
      await pause(everyMs);
    }
    client.close();
  })();
  // Told where it is waited for.
  looking.catch(() => undefined);
  return {
    take: () => looks.splice(0),
    stop: () => {
      isOver = true;
      return looking;
    },
  };
}
