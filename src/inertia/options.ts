import type { Request } from 'express';

export const INERTIA_OPTIONS = Symbol('INERTIA_OPTIONS');

export interface InertiaLogger {
  warn(message: string, ...context: unknown[]): void;
  error(message: string, ...context: unknown[]): void;
}

export type AssetSource =
  | { mode: 'build'; clientDir: string; ssrFile: string }
  /** @property origin of the Vite dev server, such as `http://localhost:5173` */
  | { mode: 'dev'; origin: string };

export interface HeadLink {
  rel: string;
  href: string;
  type?: string;
  sizes?: string;
}

export interface InertiaOptions {
  /** Instead of the hash of the client manifest. */
  version?: string | number | null;
  assets: AssetSource;
  appName: string;
  /** Evaluated for each rendered page; values may be functions and prop wrappers. */
  share: (req: Request) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Whether the browser keeps the pages of its history encrypted; a page may say otherwise. */
  encryptHistory?: boolean | ((req: Request) => boolean);
  /** With `throwOnError` a failed server rendering fails the request: for tests only. */
  ssr: { enabled: boolean; throwOnError?: boolean };
  /** @property key 32 bytes, for AES-256-GCM */
  cookie: { secure: boolean; key: Buffer };
  /** External redirect targets that are allowed; default: any http(s) URL. */
  isExternalAllowed?: (url: URL) => boolean;
  /** Names that may reach `page.flash`. */
  flashKeys?: readonly string[];
  /** Language of the pages under Public/; others are in English. */
  publicLanguage?: (req: Request) => string;
  themeColor?: string;
  icons?: readonly HeadLink[];
  /** On pages with the full client only. */
  appLinks?: readonly HeadLink[];
  logger: InertiaLogger;
}

export const DEFAULT_FLASH_KEYS: readonly string[] = ['success', 'error', 'info', 'warning'];
