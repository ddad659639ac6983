type Signal = 'SIGINT' | 'SIGTERM';

const CODES: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143 };

/** The command was stopped from outside; everything has been closed. */
export class Interrupted extends Error {
  constructor(readonly exitCode: number) {
    super('stopped');
  }
}

const controller = new AbortController();
let open = 0;

export function listenForSignals(): void {
  for (const signal of Object.keys(CODES) as Signal[]) process.on(signal, () => interrupt(CODES[signal]));
}

/** With nothing open it ends the program at once. Otherwise the first one closes what is open, and a second one ends it. */
export function interrupt(exitCode: number): void {
  if (open === 0 || isInterrupted()) process.exit(exitCode);
  controller.abort(new Interrupted(exitCode));
}

export function isInterrupted(): boolean {
  return controller.signal.aborted;
}

/** For work that can be ended from outside. */
export function interruption(): AbortSignal {
  return controller.signal;
}

/**
 * Between two steps of a longer work. On SQLite each step is done before its promise is seen, so that without this pause no
 * signal would ever be heard. @throws Interrupted
 */
export async function throwIfInterrupted(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  controller.signal.throwIfAborted();
}

/** Whoever opens something that must be closed does it inside. */
export async function whileOpen<T>(work: () => Promise<T>): Promise<T> {
  open += 1;
  try {
    return await work();
  } finally {
    open -= 1;
  }
}

/** The work's result, unless the program is stopped before. @throws Interrupted at the signal; the work is left to itself */
export async function orInterrupted<T>(work: Promise<T>): Promise<T> {
  const { signal } = controller;
  // Its connection may be gone when it ends.
  work.catch(() => undefined);
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  stopped.catch(() => undefined);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}

/** @throws Interrupted when the program is stopped meanwhile */
export async function pause(ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await orInterrupted(over);
  } finally {
    clearTimeout(timer);
  }
}
