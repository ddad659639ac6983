import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const MAX_BYTES = 32 * 1024 * 1024;
/** Size of an entry besides its bodies: key, version, map overhead. */
const OVERHEAD_BYTES = 2048;
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

export type KeptEncoding = 'br' | 'gzip' | 'identity';

/** What a page was rendered from: while it is equal, the page is valid until time changes it. */
export interface PageState {
  /** Equal versions render equal pages at the same moment. */
  version: string;
  now: Date;
}

/** A cached page, compressed once. */
export class KeptPage {
  readonly bodies: Partial<Record<KeptEncoding, Buffer>>;

  constructor(
    html: string,
    private readonly state: PageState,
    private readonly until: Date | null,
  ) {
    this.bodies = { identity: Buffer.from(html) };
  }

  /** False also after the clock was set back. */
  isCurrent({ version, now }: PageState): boolean {
    if (version !== this.state.version || now < this.state.now) return false;
    return this.until === null || now < this.until;
  }

  body(encoding: KeptEncoding): Buffer {
    return (this.bodies[encoding] ??= compressed(this.bodies.identity!, encoding));
  }

  /** Counts both compressed forms, made or not, so an entry never outgrows its share. */
  get bytes(): number {
    return 2 * this.bodies.identity!.length + 2 * this.state.version.length + OVERHEAD_BYTES;
  }
}

/**
 * LRU cache of pages that are the same for every visitor. The caller has read the current version from the database, so no entry
 * is shown after its data has changed.
 */
export class PageCache {
  private readonly pages = new Map<string, KeptPage>();
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  get size(): number {
    return this.pages.size;
  }

  find(key: string, state: PageState): KeptPage | null {
    const page = this.pages.get(key);
    if (!page) return null;
    this.pages.delete(key);
    if (!page.isCurrent(state)) {
      this.bytes -= page.bytes;
      return null;
    }
    this.pages.set(key, page);
    return page;
  }

  put(key: string, page: KeptPage): void {
    this.drop(key);
    this.pages.set(key, page);
    this.bytes += page.bytes;
    while (this.bytes > this.maxBytes) this.drop(this.pages.keys().next().value!);
  }

  clear(): void {
    this.pages.clear();
    this.bytes = 0;
  }

  private drop(key: string): void {
    this.bytes -= this.pages.get(key)?.bytes ?? 0;
    this.pages.delete(key);
  }
}

function compressed(html: Buffer, encoding: KeptEncoding): Buffer {
  if (encoding === 'gzip') return gzipSync(html, { level: GZIP_LEVEL });
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  return encoding === 'br' ? brotliCompressSync(html, { params }) : html;
}
