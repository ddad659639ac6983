import { useCallback, useState } from 'react';
import { api, ApiError, errorText } from '../lib/api';

export interface TestProblem {
  text: string;
  details: string[];
}

export interface TestRun<T> {
  data: T | null;
  problem: TestProblem | null;
  running: boolean;
  run: (body?: unknown) => Promise<void>;
}

/** One test of the server's: what it answered last stays on the screen until the next answer. */
export function useTestRun<T>(path: string, failed: string): TestRun<T> {
  const [data, setData] = useState<T | null>(null);
  const [problem, setProblem] = useState<TestProblem | null>(null);
  const [running, setRunning] = useState(false);

  const run = useCallback(
    async (body: unknown = {}) => {
      setRunning(true);
      try {
        setData((await api.post<T>(path, body, { fallback: failed })).data);
        setProblem(null);
      } catch (error) {
        const details = error instanceof ApiError ? Object.values(error.details) : [];
        setData(null);
        setProblem({ text: errorText(error, failed), details });
      } finally {
        setRunning(false);
      }
    },
    [path, failed],
  );
  return { data, problem, running, run };
}
