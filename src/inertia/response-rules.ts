import type { Request, Response } from 'express';
import type { RequestState } from './carried-state.js';
import { HEADER } from './headers.js';
import { planRedirect, type RedirectPlan, type RedirectRequest } from './redirect-plan.js';
import { backPath, isRead } from './request-info.js';

const EMPTY_SUCCESS = new Set([200, 201, 202, 204]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BACK_FALLBACK = '/';

/** Sends the answer of a plan; later writes to the response are ignored. */
export interface Responder {
  follow(plan: RedirectPlan): void;
  /** Sends a finished body as it is. */
  send(body: string | Buffer): void;
}

/**
 * Applies the Inertia protocol's redirect rules inside Express's own methods, because guards and exception filters pass no
 * interceptor.
 */
export function applyResponseRules(
  req: Request,
  res: Response,
  request: RedirectRequest,
  state: RequestState,
): Responder {
  const redirect = res.redirect.bind(res) as (status: number, url: string) => void;
  const end = res.end.bind(res) as (...args: unknown[]) => Response;
  let answered = false;

  const responder: Responder = {
    follow(plan) {
      answered = true;
      state.passOn(res);
      if (plan.kind === 'redirect') redirect(plan.status, plan.url);
      else answerConflict(res, plan, end);
      silence(res);
    },
    send(body) {
      answered = true;
      res.setHeader('Content-Length', Buffer.byteLength(body));
      end(body);
      silence(res);
    },
  };

  res.redirect = ((first: number | string, second?: string) => {
    const [status, url] = typeof first === 'number' ? [first, second ?? ''] : [302, first];
    responder.follow(planRedirect(request, status, url));
  }) as Response['redirect'];

  res.end = ((...args: unknown[]) => {
    if (answered || res.headersSent) return end(...args);
    answered = true;
    res.vary(HEADER.inertia);
    const plan = planFor(req, res, request, args[0]);
    if (!plan) return end(...args);
    const done = args.find((argument) => typeof argument === 'function');
    if (done) res.once('finish', done as () => void);
    responder.follow(plan);
    return res;
  }) as Response['end'];

  return responder;
}

/** The plan that replaces a response; null to let it pass. */
function planFor(req: Request, res: Response, request: RedirectRequest, body: unknown): RedirectPlan | null {
  const target = res.getHeader('Location');
  if (REDIRECTS.has(res.statusCode) && typeof target === 'string') {
    return planRedirect(request, res.statusCode, target);
  }
  const empty = EMPTY_SUCCESS.has(res.statusCode) && isEmpty(body) && !res.hasHeader('Content-Disposition');
  if (!request.inertia || !empty || req.method === 'HEAD') return null;
  const back = backPath(req, BACK_FALLBACK);
  return planRedirect(request, isRead(req) ? 302 : 303, back);
}

function isEmpty(body: unknown): boolean {
  if (body === undefined || body === null || typeof body === 'function') return true;
  return (typeof body === 'string' || body instanceof Uint8Array) && body.length === 0;
}

/** The client checks `X-Inertia` first and would take the empty body for a page. */
function answerConflict(
  res: Response,
  plan: Exclude<RedirectPlan, { kind: 'redirect' }>,
  end: (...args: unknown[]) => Response,
): void {
  for (const name of [HEADER.inertia, 'Location', 'Content-Type', 'Content-Length', 'ETag']) res.removeHeader(name);
  res.statusCode = 409;
  res.setHeader(plan.kind === 'location' ? HEADER.location : HEADER.redirect, plan.url);
  end();
}

/** Ignores the (empty) result that Nest sends after the handler has answered by itself. */
function silence(res: Response): void {
  const ignore = () => res;
  res.send = ignore;
  res.json = ignore;
  res.status = ignore;
  res.redirect = ignore as unknown as Response['redirect'];
}
