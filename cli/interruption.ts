type Signal = 'SIGINT' | 'SIGTERM';

const CODES: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143 };

/** The command was interrupted; everything has been closed. */
export class Interrupted extends Error {
  constructor(readonly exitCode: number) {
    super('stopped');
  }
}

const controller = new AbortController();
let open = 0;
let abandoned = false;

export function listenForSignals(): void {
  for (const signal of Object.keys(CODES) as Signal[]) process.on(signal, () => interrupt(CODES[signal]));
}

/** Exits at once when nothing is open. Otherwise the first call closes what is open, and a second one exits. */
export function interrupt(exitCode: number): void {
  if (open === 0 || isInterrupted()) process.exit(exitCode);
  controller.abort(new Interrupted(exitCode));
}

export function isInterrupted(): boolean {
  return controller.signal.aborted;
}

/** Work that may never end is waited for no longer. */
export function abandonWork(): void {
  abandoned = true;
}

export function isWorkAbandoned(): boolean {
  return abandoned;
}

/** The signal of an interruption. */
export function interruption(): AbortSignal {
  return controller.signal;
}

/**
 * Call between two steps of longer work. On SQLite each step completes synchronously, so without this pause no signal would be
 * handled.
 * @throws Interrupted
 */
export async function throwIfInterrupted(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  controller.signal.throwIfAborted();
}

/** Wraps work that holds something to be closed. */
export async function whileOpen<T>(work: () => Promise<T>): Promise<T> {
  open += 1;
  try {
    return await work();
  } finally {
    open -= 1;
  }
}

/** The work's result, unless interrupted before. @throws Interrupted at the signal; the work is abandoned */
export async function orInterrupted<T>(work: Promise<T>): Promise<T> {
  const { signal } = controller;
  // Its connection may be closed when it ends.
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

/** @throws Interrupted when interrupted meanwhile */
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
