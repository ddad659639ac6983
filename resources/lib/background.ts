/** Headers of what a page asks by itself. The server does not count it as use: nobody has to sit there for it. */
export const BACKGROUND: Readonly<Record<string, string>> = { 'X-Background': '1' };

/** For a reload that nobody has pressed for: where it fails, the page and what is typed on it stay as they are. */
export const KEEPS_PAGE = { onHttpException: () => false, onNetworkError: () => false } as const;
