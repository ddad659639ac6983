import type { Request, Response } from 'express';
import type { PageProps } from '../contracts/pages.js';
import type { FieldErrors, RequestState } from './carried-state.js';
import { renderErrorDocument } from './root-view.js';
import { HEADER } from './headers.js';
import { type KeptEncoding, KeptPage, type PageState } from './page-cache.js';
import { PageRenderer, type RenderOptions } from './page-renderer.js';
import type { PropsInput } from './props.js';
import { planLocation, planRedirect, type RedirectRequest } from './redirect-plan.js';
import { backPath, isBackgroundReload, isInertiaRequest, isPrefetch, isRead, requestedPath } from './request-info.js';
import type { Responder } from './response-rules.js';
import type { InertiaRuntime } from './runtime.js';

/** Typed for pages of the product; any props for other names. */
export type PagePropsFor<C extends string> = C extends keyof PageProps
  ? PropsInput<PageProps[C]>
  : Record<string, unknown>;

/** The Inertia responses of one request, for handlers, guards and filters. */
export class Inertia {
  private readonly shared: Record<string, unknown> = {};

  constructor(
    private readonly runtime: InertiaRuntime,
    private readonly req: Request,
    private readonly res: Response,
    private readonly state: RequestState,
    private readonly redirects: RedirectRequest,
    private readonly responder: Responder,
  ) {}

  get isInertia(): boolean {
    return isInertiaRequest(this.req);
  }

  /** Adds props to this request's page, under the page's own. */
  share(props: Record<string, unknown>): this {
    Object.assign(this.shared, props);
    return this;
  }

  /** For the next rendered page, once; names outside the list of flash keys are dropped. */
  flash(values: Record<string, unknown>): this {
    this.state.flash(values);
    return this;
  }

  /** Validation errors for the next rendered page, once; the first message of each field. */
  errors(fields: FieldErrors, bag: string | undefined = this.req.get(HEADER.errorBag)): this {
    this.state.errors(fields, bag);
    return this;
  }

  /** Makes the browser forget the pages of its history when the next page is shown. */
  clearHistory(): this {
    this.state.clearHistory();
    return this;
  }

  redirect(url: string, status: number = isRead(this.req) ? 302 : 303): void {
    this.responder.follow(planRedirect(this.redirects, status, url));
  }

  /** Redirects to the referring page if it is ours, else to the fallback. */
  back(fallback = '/'): void {
    this.redirect(backPath(this.req, fallback));
  }

  /** A full page load of the URL: other sites, and our addresses that are not pages. Server-built URLs only. */
  location(url: string): void {
    this.responder.follow(planLocation(this.redirects, url));
  }

  /** A full page load of what was asked for, after a form of the page that it was sent from. */
  reload(fallback = '/'): void {
    this.location(isRead(this.req) ? requestedPath(this.req) : backPath(this.req, fallback));
  }

  async render<C extends string>(component: C, props: PagePropsFor<C>, options: RenderOptions = {}): Promise<void> {
    const consume = !isPrefetch(this.req) && !isBackgroundReload(this.req);
    const renderer = new PageRenderer(this.runtime, this.req, this.res);
    const page = await renderer.page({
      component,
      shared: this.shared,
      props: props as Record<string, unknown>,
      carried: this.state.peek(consume),
      options,
    });
    const keep = options.keep !== undefined && this.isForAnybody;
    const made = this.isInertia ? null : await renderer.document(page, options);
    this.state.settle(this.res, consume);
    if (keep && made?.light && options.keep) {
      this.runtime.kept.put(this.keptKey, new KeptPage(made.html, options.keep, options.keep.until()));
    }
    this.res.locals['mayCompress'] = made !== null && this.reflectsNothing && (options.status ?? 200) === 200;
    this.answer(made?.html ?? JSON.stringify(page), options);
  }

  /** Answers with the cached page of this state. @returns false when there is none, or it does not fit this request */
  sendKept(state: PageState): boolean {
    const page = this.isForAnybody ? this.runtime.kept.find(this.keptKey, state) : null;
    if (!page) return false;
    const accepted = this.req.acceptsEncodings('br', 'gzip', 'identity');
    const encoding: KeptEncoding = accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
    this.head('text/html; charset=utf-8', {});
    this.res.vary('Accept-Encoding');
    if (encoding !== 'identity') this.res.setHeader('Content-Encoding', encoding);
    this.responder.send(page.body(encoding));
    return true;
  }

  /** A plain visit of the bare address without carried state; the handler knows whether somebody is signed in. */
  private get isForAnybody(): boolean {
    const { req, state } = this;
    return isRead(req) && !this.isInertia && state.isEmpty && !req.originalUrl.includes('?') && isEmpty(this.shared);
  }

  /**
   * Nothing in the document is the sender's choice: no query, no text carried over from another request, and the address is the
   * route's own, letter by letter. A page that another site asks for is left out although nobody there could vary it.
   */
  private get reflectsNothing(): boolean {
    const { req, state } = this;
    const route = req.route as { path?: unknown } | undefined;
    const isForeign = /^(?:cross|same)-site$/.test(req.get('Sec-Fetch-Site') ?? '');
    return isRead(req) && state.isEmpty && req.originalUrl === route?.path && !isForeign;
  }

  /** Cache key by address and language. */
  private get keptKey(): string {
    return `${this.runtime.languageOf(this.req)} ${this.req.originalUrl}`;
  }

  /** For exception filters: always answers something readable with the status. */
  async renderError<C extends string>(
    component: C,
    props: PagePropsFor<C>,
    options: RenderOptions & { status: number },
  ): Promise<void> {
    try {
      await this.render(component, props, options);
    } catch (error) {
      const { logger, appName } = this.runtime.options;
      logger.error(`The page ${component} for status ${options.status} failed`, error);
      if (this.res.headersSent) return;
      this.head('text/html; charset=utf-8', options);
      this.responder.send(renderErrorDocument(options.status, appName));
    }
  }

  private answer(body: string, options: RenderOptions): void {
    if (this.res.headersSent) throw new Error('The response has been sent before its page was rendered');
    this.head(this.isInertia ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8', options);
    if (this.isInertia) this.res.setHeader(HEADER.inertia, 'true');
    this.responder.send(body);
  }

  private head(contentType: string, options: RenderOptions): void {
    this.res.statusCode = options.status ?? 200;
    this.res.vary(HEADER.inertia);
    this.res.setHeader('Content-Type', contentType);
    if (options.noStore !== false) this.res.setHeader('Cache-Control', 'no-store');
  }
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}
