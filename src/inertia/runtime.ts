import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Assets, loadAssets } from './assets.js';
import { FlashCookie } from './flash-cookie.js';
import { INERTIA_OPTIONS, type InertiaOptions } from './options.js';
import { PageCache } from './page-cache.js';
import { ServerRenderer } from './ssr.js';

export const DEFAULT_LANGUAGE = 'en';

/** Shared by all requests: settings, client assets, server renderer. */
@Injectable()
export class InertiaRuntime {
  readonly version: string | number | null;
  readonly assets: Assets;
  readonly cookie: FlashCookie;
  readonly kept = new PageCache();
  /** Null when every page is rendered by the browser. */
  readonly renderer: ServerRenderer | null;

  /** @throws Error when the client build is missing or incomplete */
  constructor(@Inject(INERTIA_OPTIONS) readonly options: InertiaOptions) {
    const { assets, ssr, logger } = options;
    this.assets = loadAssets(assets);
    this.version = options.version === undefined ? this.assets.version : options.version;
    this.cookie = new FlashCookie(options.cookie, logger);
    this.renderer =
      ssr.enabled && assets.mode === 'build' ? new ServerRenderer(assets.ssrFile, logger, ssr.throwOnError) : null;
  }

  /** Language of the pages under Public/. */
  languageOf(req: Request): string {
    return this.options.publicLanguage?.(req) ?? DEFAULT_LANGUAGE;
  }
}
