type Tone = 'success' | 'error' | 'info';

interface ToastOptions {
  /** Milliseconds, or false to stay until dismissed, for what nothing else on the page says; 5 s when not given. */
  autoClose?: number | false;
  title?: string;
  /** Stays long enough to be in the way: it takes a place in the page itself, which covers nothing. */
  stands?: boolean;
}

const COLOURS: Readonly<Record<Tone, string>> = { success: 'green', error: 'red', info: 'brand' };

/** The same words twice are one toast: a repeated action must not bury the screen. */
export function toast(tone: Tone, message: string, { stands = false, ...options }: ToastOptions = {}): void {
  void Promise.all([import('@mantine/notifications'), import('./standing-toasts')]).then(
    ([{ notifications }, { standingToasts }]) =>
      notifications.show(
        {
          id: `${tone}:${message}`,
          color: COLOURS[tone],
          message,
          withBorder: true,
          closeButtonProps: { 'aria-label': 'Dismiss' },
          ...options,
        },
        stands ? standingToasts : undefined,
      ),
  );
}
