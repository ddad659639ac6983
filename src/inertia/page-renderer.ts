import type { Request, Response } from 'express';
import { isPublicPage } from './assets.js';
import type { CarriedState } from './flash-cookie.js';
import { HEADER } from './headers.js';
import type { PageState } from './page-cache.js';
import type { PageObject } from './page-object.js';
import { always } from './props.js';
import { type PartialHeaders, resolveProps } from './props-resolver.js';
import { isInertiaRequest, isRead, refererPath, requestedPath } from './request-info.js';
import { renderDocument } from './root-view.js';
import { DEFAULT_LANGUAGE, type InertiaRuntime } from './runtime.js';

export interface RenderOptions {
  /** Default: 200, also for POST. */
  status?: number;
  /** The page's address; default: the requested one. */
  url?: string;
  /** The list page that is shown: an address past the end becomes that of the last one. */
  listPage?: number;
  encryptHistory?: boolean;
  /** False leaves the first rendering to the browser. */
  ssr?: boolean;
  /** Without the Inertia client; default: true for pages under Public/. */
  light?: boolean;
  head?: { title?: string; description?: string };
  /** False keeps the handler's Cache-Control. */
  noStore?: boolean;
  /** For a page without visitor data: cached by address, language and version. */
  keep?: PageState & { until: () => Date | null };
}

export interface RenderedDocument {
  html: string;
  /** Rendered on the server, without the Inertia client and without a nonce. */
  light: boolean;
}

export interface PageInput {
  component: string;
  /** Shared props of this request, over the application's. */
  shared: Record<string, unknown>;
  props: Record<string, unknown>;
  carried: CarriedState;
  options: RenderOptions;
}

/** Builds the page object of one response, and the document around it. */
export class PageRenderer {
  constructor(
    private readonly runtime: InertiaRuntime,
    private readonly req: Request,
    private readonly res: Response,
  ) {}

  async page(input: PageInput): Promise<PageObject> {
    const { component, carried, options } = input;
    const shared = {
      ...(await this.applicationShared(options)),
      ...input.shared,
      errors: always(carried.errors ?? {}),
    };
    const { props, metadata } = await resolveProps(
      shared,
      input.props,
      this.partialHeaders(),
      component,
      (path, error) => this.runtime.options.logger.error(`The deferred prop ${path} of ${component} failed`, error),
    );
    return {
      component,
      props,
      url: options.url ?? this.shownUrl(options.listPage),
      version: this.runtime.version,
      ...metadata,
      ...(this.encryptsHistory(options) && { encryptHistory: true }),
      ...(carried.clearHistory && { clearHistory: true }),
      ...(carried.flash && Object.keys(carried.flash).length > 0 && { flash: carried.flash }),
    };
  }

  async document(page: PageObject, options: RenderOptions): Promise<RenderedDocument> {
    const { options: settings, assets } = this.runtime;
    const nonce = this.nonce();
    if (!assets.has(page.component)) settings.logger.warn(`The client build has no page ${page.component}`);
    const ssr = await this.serverRendered(page, options, nonce);
    const light = ssr !== null && (options.light ?? isPublicPage(page.component));
    const title = options.head?.title;
    const html = renderDocument({
      page,
      ssr,
      light,
      assets: light ? assets.forLightPage(page.component) : assets.forPage(page.component),
      devOrigin: assets.devOrigin,
      // Its script is a file of ours, which the policy allows by origin.
      nonce: light ? undefined : nonce,
      lang: isPublicPage(page.component) ? this.runtime.languageOf(this.req) : DEFAULT_LANGUAGE,
      title: title === undefined ? settings.appName : `${title} · ${settings.appName}`,
      description: options.head?.description,
      themeColor: settings.themeColor,
      icons: [...(settings.icons ?? []), ...(light ? [] : (settings.appLinks ?? []))],
    });
    return { html, light };
  }

  private async serverRendered(page: PageObject, options: RenderOptions, nonce: string | undefined) {
    const { renderer } = this.runtime;
    if (!renderer || options.ssr === false) return null;
    // The browser gets the props as JSON; the server must render from the same.
    return renderer.render(JSON.parse(JSON.stringify(page)) as PageObject, nonce);
  }

  private async applicationShared(options: RenderOptions): Promise<Record<string, unknown>> {
    const { share, logger } = this.runtime.options;
    try {
      return await share(this.req);
    } catch (error) {
      // An error page is shown even without shared props.
      if ((options.status ?? 200) < 400) throw error;
      logger.warn('The shared props of an error page failed', error);
      return {};
    }
  }

  /** Partial reloads are Inertia requests only; elsewhere the headers are ignored. */
  private partialHeaders(): PartialHeaders {
    if (!isInertiaRequest(this.req)) return {};
    return {
      partialComponent: this.req.get(HEADER.partialComponent),
      partialData: this.req.get(HEADER.partialData),
      partialExcept: this.req.get(HEADER.partialExcept),
    };
  }

  /** A page that answers a form post gets the form's address: the post's own cannot be reloaded. */
  private shownUrl(listPage: number | undefined): string {
    const own = withinPages(requestedPath(this.req), listPage);
    return isRead(this.req) ? own : (refererPath(this.req) ?? own);
  }

  private encryptsHistory(options: RenderOptions): boolean {
    const fallback = this.runtime.options.encryptHistory ?? false;
    return options.encryptHistory ?? (typeof fallback === 'function' ? fallback(this.req) : fallback);
  }

  private nonce(): string | undefined {
    const nonce: unknown = this.res.locals['cspNonce'];
    return typeof nonce === 'string' && nonce !== '' ? nonce : undefined;
  }
}

function withinPages(path: string, listPage: number | undefined): string {
  const [address = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  if (listPage === undefined || !(Number(parameters.get('page')) > listPage)) return path;
  if (listPage > 1) parameters.set('page', String(listPage));
  else parameters.delete('page');
  return parameters.size > 0 ? `${address}?${parameters.toString()}` : address;
}
