export interface Ticker {
  /** Runs the task in that many seconds, or at once when the page comes back after that time. */
  schedule(seconds: number): void;
  stop(): void;
}

interface Hooks {
  task: () => void;
  /** Called about once a second: seconds left, or why the clock stands still. */
  show: (left: number | 'offline' | 'hidden') => void;
  signal: AbortSignal;
}

/**
 * One deadline that stands still while nobody looks or the network is away. Coming back runs an overdue task once,
 * however many turns were missed.
 */
export function createTicker({ task, show, signal }: Hooks): Ticker {
  let deadline: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tick(): void {
    clearTimeout(timer);
    if (deadline === null || signal.aborted) return;
    if (document.hidden) return show('hidden');
    if (!navigator.onLine) return show('offline');
    const left = deadline - Date.now();
    if (left <= 0) {
      deadline = null;
      return task();
    }
    show(Math.ceil(left / 1000));
    timer = setTimeout(tick, Math.min(left, 1000));
  }

  document.addEventListener('visibilitychange', tick, { signal });
  addEventListener('online', tick, { signal });
  addEventListener('offline', tick, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));

  return {
    schedule(seconds) {
      deadline = Date.now() + seconds * 1000;
      tick();
    },
    stop() {
      deadline = null;
      clearTimeout(timer);
    },
  };
}
