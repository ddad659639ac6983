import { useCallback, useRef, useState } from 'react';
import { OFFICE_MESSAGES } from '../../src/contracts/messages-office';
import { api, ApiError } from '../lib/api';
import { toast } from '../lib/toasts';

interface Problem {
  /** Code of the refusal; empty where the server gave none. */
  code: string;
  message: string;
  /** One text per field. */
  details: Record<string, string>;
}

/** One press of a button that changes something: says what came of it, and is not sent twice while it runs. */
export function useAct(failed: string = OFFICE_MESSAGES.account.failed) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const running = useRef(false);

  /**
   * @param done gets what was answered
   * @param key Idempotency-Key
   * @returns whether it worked
   */
  const run = useCallback(
    async <T>(
      path: string,
      body: unknown,
      done: (data: T) => void,
      method: 'post' | 'put' = 'post',
      key: string | null = null,
    ) => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setProblem(null);
      try {
        const { data, message } = await api[method]<T>(path, body, {
          fallback: failed,
          ...(key !== null && { headers: { 'Idempotency-Key': key } }),
        });
        if (message) toast('success', message);
        done(data);
        return true;
      } catch (error) {
        const known = error instanceof ApiError;
        const { code, details } = known ? error : { code: '', details: {} };
        setProblem({ code, message: known ? error.message : failed, details });
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [failed],
  );

  const forget = useCallback(() => setProblem(null), []);
  return { run, busy, problem, forget };
}
