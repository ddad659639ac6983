import type { LiveHello, LivePayment } from '../../src/contracts/live';
import type { LiveUnits } from '../../src/contracts/quota';
import { MINUTE_MS } from '../../src/domain/calendar/durations';

interface StreamEvents {
  onPayment(payment: LivePayment): void;
  onUnits(units: LiveUnits): void;
  /** @param changedAt the last change that the server knows of, ISO 8601 UTC */
  onHello(changedAt: string | undefined): void;
  onConnected(connected: boolean): void;
  /** The server has closed it for good. */
  onEnd(): void;
}

/** After an answer that is no stream; the browser itself comes back after a broken connection. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;
const WATCH_MS = 20_000;
/** A timer that comes so late has slept with its device, and the connection may be dead without a sign. */
const SLEPT_MS = 3 * MINUTE_MS;

/** Reads the server's events and comes back after failures. @returns call it to close for good */
export function openLiveStream(path: string, events: StreamEvents): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let watchedAt = Date.now();

  const shut = () => {
    clearTimeout(retry);
    source?.close();
    source = null;
    events.onConnected(false);
  };
  const open = () => {
    shut();
    source = new EventSource(path);
    source.addEventListener('hello', (event) => {
      failures = 0;
      events.onHello(read<LiveHello>(event.data)?.changedAt);
      events.onConnected(true);
    });
    source.addEventListener('payment', (event) => {
      const payment = paymentOf(event.data);
      if (payment) events.onPayment(payment);
    });
    source.addEventListener('units', (event) => {
      const units = read<LiveUnits>(event.data);
      if (typeof units?.tierCode === 'string') events.onUnits(units as LiveUnits);
    });
    source.addEventListener('end', () => {
      close();
      events.onEnd();
    });
    source.addEventListener('error', () => {
      events.onConnected(false);
      if (source?.readyState !== EventSource.CLOSED) return;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      retry = setTimeout(open, pause * (0.75 + Math.random() / 2));
    });
  };
  const watch = setInterval(() => {
    if (Date.now() - watchedAt > SLEPT_MS) open();
    watchedAt = Date.now();
  }, WATCH_MS);
  const close = () => {
    clearInterval(watch);
    window.removeEventListener('online', open);
    shut();
  };

  window.addEventListener('online', open);
  open();
  return close;
}

/** Null for anything that this page does not know how to read. */
function paymentOf(text: unknown): LivePayment | null {
  const value = read<LivePayment>(text);
  return typeof value?.paymentId === 'string' && typeof value.kind === 'string' ? (value as LivePayment) : null;
}

function read<T>(text: unknown): Partial<T> | null {
  try {
    return JSON.parse(String(text)) as Partial<T> | null;
  } catch {
    return null;
  }
}
