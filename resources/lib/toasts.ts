type Tone = 'success' | 'error' | 'info';

interface ToastOptions {
  /** Milliseconds, or false to stay until dismissed; 5 s when not given. */
  autoClose?: number | false;
  title?: string;
}

const COLOURS: Readonly<Record<Tone, string>> = { success: 'green', error: 'red', info: 'brand' };

/** The same words twice are one toast: a repeated action must not bury the screen. */
export function toast(tone: Tone, message: string, options: ToastOptions = {}): void {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({
      id: `${tone}:${message}`,
      color: COLOURS[tone],
      message,
      withBorder: true,
      closeButtonProps: { 'aria-label': 'Dismiss' },
      ...options,
    }),
  );
}
