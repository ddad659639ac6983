import { abandonWork } from '../interruption.js';

export interface Check {
  name: string;
  state: 'ok' | 'warn' | 'fail';
  /** The finding; never a secret. */
  text: string;
  /** What to do about it; for warnings and failures. */
  todo?: string;
}

export const ok = (name: string, text: string): Check => ({ name, state: 'ok', text });
export const warn = (name: string, text: string, todo: string): Check => ({ name, state: 'warn', text, todo });
export const fail = (name: string, text: string, todo: string): Check => ({ name, state: 'fail', text, todo });

const PATIENCE_MS = 15_000;

/** A check that throws or hangs is reported as a line. */
export async function checked(name: string, todo: string, work: () => Promise<Check[]>): Promise<Check[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abandonWork();
      reject(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`));
    }, PATIENCE_MS);
  });
  const running = work();
  running.catch(() => undefined);
  try {
    return await Promise.race([running, late]);
  } catch (error) {
    return [fail(name, reasonOf(error), todo)];
  } finally {
    clearTimeout(timer);
  }
}

/** The error in one line; some network errors have a code and no text. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const text =
    error.message || (first instanceof Error ? first.message : '') || (typeof code === 'string' ? code : error.name);
  return text.replace(/\s+/g, ' ').trim();
}
