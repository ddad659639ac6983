import type { LivePayment } from '../../src/contracts/live';
import type { LiveUnits } from '../../src/contracts/quota';
import { API } from '../../src/contracts/routes';
import { openLiveStream } from './live-stream';

export interface LiveListener {
  onPayment(payment: LivePayment): void;
  onUnits?(units: LiveUnits): void;
  /** Changes may have been missed: look again. @param changedAt the last one that the server knows of, ISO 8601 UTC */
  onHello(changedAt: string | undefined): void;
  onConnected(connected: boolean): void;
}

type Change =
  | { type: 'payment'; payment: LivePayment }
  | { type: 'units'; units: LiveUnits }
  | { type: 'hello'; changedAt: string | undefined };
/** Without `changedAt` when the sending tab runs an older release. */
type Connected = { type: 'connected'; connected: boolean; changedAt?: string | undefined };
type Notice = Change | Connected | { type: 'who' } | { type: 'stop' };

const NAME = 'tokendesk-live';
/** The tab that holds the stream says so this often, and is taken for gone when it has not for so long: a hidden tab's
 * timers run once a minute at the least. */
const BEAT_MS = 20_000;
const SILENT_MS = 90_000;
/** From one list to the next the connection stays. */
const LINGER_MS = 1_000;

const listeners = new Set<LiveListener>();
let tab: { connected(): boolean; leave(): void } | null = null;
let lingering: ReturnType<typeof setTimeout> | undefined;
/** Last change of a payment that this tab knows of, ISO 8601 UTC; undefined: unknown. */
let lastChangeAt: string | undefined;

/**
 * Hears of changed payments while the page shows some. All tabs of a browser share one stream: whoever holds the lock
 * reads it and tells the others; without locks each tab has its own. Each listener gets `onHello` once the
 * stream is open, also when it was open before, and after each reconnect.
 * @returns call it to stop listening
 */
export function listenLive(listener: LiveListener): () => void {
  clearTimeout(lingering);
  listeners.add(listener);
  tab ??= 'locks' in navigator && 'BroadcastChannel' in window ? sharedTab() : loneTab();
  const connected = tab.connected();
  listener.onConnected(connected);
  // Events that were published while its page was loading had no listener.
  if (connected) listener.onHello(lastChangeAt);
  return () => {
    listeners.delete(listener);
    clearTimeout(lingering);
    if (listeners.size === 0) lingering = setTimeout(leave, LINGER_MS);
  };
}

/** At sign-out: no tab of this browser listens any more, before the session ends. */
export function stopLive(): void {
  if ('BroadcastChannel' in window) {
    const channel = new BroadcastChannel(NAME);
    channel.postMessage({ type: 'stop' } satisfies Notice);
    channel.close();
  }
  leave();
}

function leave(): void {
  tab?.leave();
  tab = null;
}

function deliver(change: Change): void {
  if (change.type === 'hello') lastChangeAt = change.changedAt;
  else if (change.type === 'payment') lastChangeAt = change.payment.at;
  for (const listener of listeners) {
    if (change.type === 'payment') listener.onPayment(change.payment);
    else if (change.type === 'units') listener.onUnits?.(change.units);
    else listener.onHello(change.changedAt);
  }
}

function tellConnected(connected: boolean): void {
  for (const listener of listeners) listener.onConnected(connected);
}

function loneTab() {
  let connected = false;
  const close = openLiveStream(API.events, {
    onPayment: (payment) => deliver({ type: 'payment', payment }),
    onUnits: (units) => deliver({ type: 'units', units }),
    onHello: (changedAt) => deliver({ type: 'hello', changedAt }),
    onConnected: (now) => tellConnected((connected = now)),
    onEnd: leave,
  });
  return { connected: () => connected, leave: close };
}

function sharedTab() {
  const channel = new BroadcastChannel(NAME);
  const tell = (notice: Notice) => channel.postMessage(notice);
  const abort = new AbortController();
  let connected = false;
  let heardAt = Date.now();
  let release: (() => void) | null = null;
  /** The listeners got `onHello` since the stream is open. */
  let isSynced = false;

  const setConnected = (now: boolean) => {
    if (!now) isSynced = false;
    if (now === connected) return;
    connected = now;
    tellConnected(now);
  };
  const resync = (changedAt: string | undefined) => {
    isSynced = true;
    deliver({ type: 'hello', changedAt });
  };
  const announce = () => tell({ type: 'connected', connected, changedAt: lastChangeAt });

  /** Runs in the one tab that has the lock, until it leaves. */
  const lead = () =>
    new Promise<void>((resolve) => {
      if (abort.signal.aborted) return resolve();
      setConnected(false);
      const close = openLiveStream(API.events, {
        onPayment: (payment) => {
          deliver({ type: 'payment', payment });
          tell({ type: 'payment', payment });
        },
        onUnits: (units) => {
          deliver({ type: 'units', units });
          tell({ type: 'units', units });
        },
        onHello: (changedAt) => {
          resync(changedAt);
          tell({ type: 'hello', changedAt });
        },
        onConnected: (now) => {
          setConnected(now);
          announce();
        },
        // The session is over for every tab: none of them need ask in vain.
        onEnd: () => stopLive(),
      });
      const timer = setInterval(announce, BEAT_MS);
      release = () => {
        clearInterval(timer);
        close();
        resolve();
      };
    });

  channel.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
    if (data.type === 'stop') return leave();
    if (release) return data.type === 'who' ? announce() : undefined;
    if (data.type === 'who') return;
    heardAt = Date.now();
    if (data.type === 'connected') {
      setConnected(data.connected);
      // Another tab's stream was open before this tab.
      if (connected && !isSynced) resync(data.changedAt);
    } else if (data.type === 'hello') resync(data.changedAt);
    else deliver(data);
  });
  const watch = setInterval(() => {
    if (release || Date.now() - heardAt < SILENT_MS) return;
    setConnected(false);
    tell({ type: 'who' });
  }, BEAT_MS);

  const stopped = () => {
    clearInterval(watch);
    abort.abort();
    release?.();
    release = null;
    channel.close();
    setConnected(false);
  };
  tell({ type: 'who' });
  navigator.locks.request(NAME, { signal: abort.signal }, lead).catch(() => undefined);
  return { connected: () => connected, leave: stopped };
}
