/** Headers of what a page asks by itself. The server does not count it as use: nobody has to sit there for it. */
export const BACKGROUND: Readonly<Record<string, string>> = { 'X-Background': '1' };
