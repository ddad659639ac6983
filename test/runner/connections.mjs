// Requests of the specs never take a connection that was idle for longer than a second. A server ends an idle connection after seconds;
// where the worker had no turn meanwhile, it has not noticed, and its next request would fail with "other side closed".
const IDLE_MS = 1_000;
/** Kept from before any test: fake timers take the place of the clock. */
const now = performance.now.bind(performance);
const request = globalThis.fetch;
/** The class of Node's own HTTP client, which has no public name and is there once something of fetch was used. */
const { constructor: Agent } = Response && globalThis[Symbol.for('undici.globalDispatcher.1')];
/** Connections by origin, and when a request last went there. */
const used = new Map();

globalThis.fetch = (input, init) => {
  const { origin } = new URL(input instanceof Request ? input.url : input);
  const last = used.get(origin);
  const dispatcher = last && now() - last.at < IDLE_MS ? last.dispatcher : new Agent();
  used.set(origin, { dispatcher, at: now() });
  return request(input, { dispatcher, ...init });
};
