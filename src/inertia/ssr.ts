import { pathToFileURL } from 'node:url';
import type { InertiaLogger } from './options.js';
import type { PageObject } from './page-object.js';

export interface SsrResult {
  head: string[];
  body: string;
}

interface SsrModule {
  render(page: PageObject, options: { nonce: string | undefined }): Promise<SsrResult>;
  /** Components that the bundle can render; default: all. */
  components?: readonly string[];
}

/** Renders pages in this process. A page that fails is left to the browser; no error surfaces, except under `throwOnError`. */
export class ServerRenderer {
  private module: Promise<SsrModule | null> | undefined;

  constructor(
    private readonly file: string,
    private readonly logger: InertiaLogger,
    private readonly throwOnError = false,
  ) {}

  /** Null: the browser renders. */
  async render(page: PageObject, nonce: string | undefined): Promise<SsrResult | null> {
    this.module ??= this.load();
    const module = await this.module;
    if (!module || module.components?.includes(page.component) === false) return null;
    try {
      const result: unknown = await module.render(page, { nonce });
      if (!isResult(result)) throw new Error('the server bundle gave no head and body');
      return result;
    } catch (error) {
      if (this.throwOnError) throw error;
      this.logger.error(`Server rendering of ${page.component} failed: ${describe(error)}`);
      return null;
    }
  }

  private async load(): Promise<SsrModule | null> {
    try {
      const module = (await import(pathToFileURL(this.file).href)) as Partial<SsrModule>;
      if (typeof module.render !== 'function') throw new Error('it exports no render function');
      return module as SsrModule;
    } catch (error) {
      if (this.throwOnError) throw error;
      this.logger.error(`The server rendering bundle ${this.file} cannot be used: ${describe(error)}`);
      return null;
    }
  }
}

function isResult(value: unknown): value is SsrResult {
  const result = value as Partial<SsrResult> | null | undefined;
  return (
    typeof result?.body === 'string' &&
    result.body.includes('data-server-rendered') &&
    Array.isArray(result.head) &&
    result.head.every((tag) => typeof tag === 'string')
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
