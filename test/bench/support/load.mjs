// Load: single requests timed in turns, and as many requests as go through.
import autocannon from 'autocannon';
import { OneConnection, requestBytes } from './http.mjs';
import { cpuMsOf } from './processes.mjs';
import { median, percentile } from './stats.mjs';

/** The product ends a connection after a thousand requests; this client goes on writing to it, where others connect anew. */
const REQUESTS_A_CONNECTION = 900;

/**
 * Times requests of several targets in short turns (A B A B …), so that whatever else the machine does meets all alike.
 * @param targets name → `{ url, headers, urls? }`; `urls` are taken in turn
 * @returns name → `{ p50, p99 }` in milliseconds: the medians of the turns' own figures
 */
export async function latencies(targets, { rounds, perRound, warmUp = 30 }) {
  const clients = new Map();
  for (const [name, target] of Object.entries(targets))
    clients.set(name, { url: target.url, next: askerOf(target), p50: [], all: [] });
  for (const client of clients.values()) await timed(client, warmUp);
  for (let round = 0; round < rounds; round += 1)
    for (const client of clients.values()) {
      const times = await timed(client, perRound);
      client.p50.push(percentile(times, 0.5));
      client.all.push(...times);
    }
  return Object.fromEntries(
    [...clients].map(([name, { p50, all }]) => [name, { p50: median(p50), p99: percentile(all, 0.99), rounds: p50 }]),
  );
}

/** A connection for each turn: servers close those that are silent while the others have theirs. */
async function timed({ url, next }, count) {
  const connection = await OneConnection.to(url);
  const times = [];
  try {
    // The first request on a connection is not like the others.
    for (let at = 0; at <= count; at += 1) {
      const bytes = next();
      const started = performance.now();
      const { status, head } = await connection.ask(bytes);
      if (at > 0) times.push(performance.now() - started);
      if (status >= 400) throw new Error(`a timed request was refused: ${head.split('\r\n')[0]}`);
    }
    return times;
  } finally {
    connection.close();
  }
}

function askerOf(target) {
  const requests = (target.requests ?? (target.urls ?? [target.url]).map((url) => ({ url }))).map((request) =>
    requestBytes(request.url ?? target.url, { headers: target.headers, ...request }),
  );
  let at = -1;
  return () => requests[(at = (at + 1) % requests.length)];
}

/**
 * Requests a second of several targets in turns.
 * @returns name → `{ perSecond, p50, p99, cpuMs }`: medians of the turns; `cpuMs` is processor time of the target's process a request
 */
export async function throughputs(targets, { rounds, seconds, connections }) {
  const found = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
  // Twice as long as a turn: code that has just been loaded is interpreted until the engine has compiled it.
  for (const target of Object.values(targets)) await cannon(target, { seconds: 2 * seconds, connections });
  for (let round = 0; round < rounds; round += 1)
    for (const [name, target] of Object.entries(targets))
      found[name].push(await cannon(target, { seconds, connections }));
  return Object.fromEntries(
    Object.entries(found).map(([name, runs]) => {
      const of = (field) => median(runs.map((run) => run[field]));
      return [name, { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpuMs: of('cpuMs') }];
    }),
  );
}

/** @throws when a single answer was not a success: what refuses quickly would look fast */
export async function cannon({ url, headers, requests, pid }, { seconds, connections, amount }) {
  const before = cpuMsOf(pid);
  const started = performance.now();
  const result = await autocannon({
    url,
    headers,
    connections,
    reconnectRate: REQUESTS_A_CONNECTION,
    ...(requests && { requests }),
    ...(amount ? { amount } : { duration: seconds }),
  });
  const took = (performance.now() - started) / 1000;
  const count = result.requests.total;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`of ${count} requests ${result.non2xx} were refused and ${result.errors} failed: ${url}`);
  if (count === 0) throw new Error(`nothing was answered in time: ${url}`);
  const { p50, p99 } = result.latency;
  return { perSecond: count / took, p50, p99, cpuMs: (cpuMsOf(pid) - before) / count, count };
}
