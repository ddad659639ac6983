import { useCallback, useEffect, useRef, useState } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import type { PermissionRequest, PermissionState } from '../../src/contracts/refunds';
import { API } from '../../src/contracts/routes';
import { api, ApiError } from '../lib/api';
import { toast } from '../lib/toasts';

const WORDS = MESSAGES.permission;

function textOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback;
}

/** Whether refunds may be made at all; looked up again whenever the page comes back to the front. */
export function useRefundPermission() {
  const [state, setState] = useState<PermissionState | null>(null);
  const [problem, setProblem] = useState<{ text: string; loading: boolean } | null>(null);
  const [saving, setSaving] = useState(false);
  const running = useRef(false);
  const known = useRef(false);

  const load = useCallback(async (signal?: AbortSignal) => {
    try {
      const { data } = await api.get<PermissionState>(API.permissionStatus, { signal, fallback: WORDS.loadFailed });
      if (running.current) return;
      known.current = true;
      setState(data);
      setProblem((last) => (last?.loading ? null : last));
    } catch {
      // A look in passing that failed leaves what was known; the server has the last word anyway.
      if (!signal?.aborted && !known.current) setProblem({ text: WORDS.loadFailed, loading: true });
    }
  }, []);

  useEffect(() => {
    const controller = new AbortController();
    const look = () => {
      if (document.visibilityState === 'visible') void load(controller.signal);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      controller.abort();
      document.removeEventListener('visibilitychange', look);
    };
  }, [load]);

  /** Flips at once and flips back when that could not be saved. */
  const toggle = useCallback(async () => {
    if (running.current) return;
    if (!state?._id) return setProblem({ text: WORDS.idMissing, loading: false });
    running.current = true;
    setSaving(true);
    setProblem(null);
    const wanted: PermissionRequest = { isEnabled: !state.isEnabled };
    setState({ ...state, ...wanted });
    let failed = false;
    try {
      const options = { fallback: WORDS.failed };
      const { data } = await api.put<PermissionState>(API.togglePermission(state._id), wanted, options);
      setState(data);
      toast('success', WORDS.updated);
    } catch (error) {
      failed = true;
      setState(state);
      setProblem({ text: textOf(error, WORDS.failed), loading: false });
    }
    running.current = false;
    setSaving(false);
    // Somebody else was quicker, or the answer alone was lost: how it stands is looked up.
    if (failed) await load();
  }, [state, load]);

  return { state, problem, saving, toggle, reload: load };
}

export type RefundPermission = ReturnType<typeof useRefundPermission>;
