import { useSyncExternalStore } from 'react';

type ToastTone = 'success' | 'error' | 'info';

interface ToastOptions {
  /** Milliseconds, or false to stay until dismissed, for what nothing else on the page says; 5 s when not given. */
  autoClose?: number | false;
  title?: string;
  /** Stays long enough to be in the way: it takes a place in the page itself, which covers nothing. */
  stands?: boolean;
}

export interface Toast extends Required<Pick<ToastOptions, 'autoClose' | 'stands'>> {
  id: string;
  tone: ToastTone;
  title?: string | undefined;
  message: string;
}

const TOAST_MS = 5000;
const NONE: readonly Toast[] = [];

let toasts = NONE;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  listeners.forEach((listener) => listener());
}

/** The same words twice are one toast: a repeated action must not bury the screen. */
export function toast(tone: ToastTone, message: string, options: ToastOptions = {}): void {
  const { autoClose = TOAST_MS, stands = false, title } = options;
  const id = `${tone}:${message}`;
  if (toasts.some((one) => one.id === id && one.stands === stands)) return;
  change([...toasts, { id, tone, title, message, autoClose, stands }]);
}

export function dismissToast(gone: Toast): void {
  change(toasts.filter((one) => one !== gone));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
}
