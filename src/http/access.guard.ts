import { type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { PERSON_HEADER } from '../contracts/auth.js';
import { MESSAGES } from '../contracts/messages.js';
import { SERVER_MESSAGES } from '../contracts/messages-server.js';
import { Refusal } from '../runtime/refusal.js';
import { requestContext } from '../runtime/request-context.js';
import { ACCESS, type Access, BEFORE_SETUP } from './decorators.js';
import type { Principal } from '../runtime/principal.js';
import { principalOf } from './principal.js';
import { bearerOf, isApi, isBankPost, isInertia, isPolicyReport, isSafeMethod } from './request-kind.js';
import { SessionCookies } from './session/session-cookies.js';

/** Name under which the auth module registers its passport strategy. */
export const SESSION_STRATEGY = 'session';

/** Every route declares who may use it; one that declares nobody is closed to all. */
@Injectable()
export class AccessGuard extends AuthGuard(SESSION_STRATEGY) {
  private readonly logger = new Logger('AccessGuard');

  constructor(
    private readonly reflector: Reflector,
    private readonly cookies: SessionCookies,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, targets);
    if (access === undefined) throw this.closed(context);
    const req = context.switchToHttp().getRequest<Request>();
    // Bank posts and policy reports are anonymous; a session that comes along is ignored.
    const speaksForItself = isBankPost(req) || isPolicyReport(req);
    if (!speaksForItself && this.cookies.namesTwoPeople(req)) throw new Refusal('IDENTITY_CONFLICT');
    // Without a token there is no session to load: most visitors of customer pages.
    if (!speaksForItself && this.cookies.tokenOf(req) !== null) await this.recognise(context, req);
    if (!speaksForItself && isOfAnother(req, access)) throw new Refusal('PERSON_CHANGED');
    if (access === 'public') return true;
    const principal = requireRole(principalOf(req), access, req);
    const isOpen = this.reflector.getAllAndOverride<true | undefined>(BEFORE_SETUP, targets);
    if (principal.setupRequired && !isOpen) throw new Refusal('TOTP_SETUP_REQUIRED');
    return true;
  }

  override handleRequest<TUser = Principal | null>(error: unknown, user: unknown): TUser {
    if (error) throw error instanceof Error ? error : new Error('the session could not be read', { cause: error });
    return (user || null) as TUser;
  }

  private async recognise(context: ExecutionContext, req: Request): Promise<void> {
    await super.canActivate(context);
    const principal = principalOf(req);
    const scope = requestContext();
    if (principal && scope) scope.principal = principal;
    if (!principal && bearerOf(req) === null && this.cookies.isPresent(req)) {
      const res = context.switchToHttp().getResponse<Response>();
      this.cookies.clear(req, res);
      res.locals['sessionLost'] = true;
    }
  }

  private closed(context: ExecutionContext): Refusal {
    this.logger.error(`${context.getClass().name}.${context.getHandler().name} names neither @Public nor @Roles`);
    return new Refusal('NOT_FOUND');
  }
}

/** A page that stayed open must not act as whoever has signed in since, nor show anything of theirs. */
function isOfAnother(req: Request, access: Access): boolean {
  const person = req.get(PERSON_HEADER);
  if (person === undefined) return false;
  const principal = principalOf(req);
  if (principal) return String(principal.userId) !== person;
  // Without a session: the login page, for one, is no page of that person. Other pages ask for a session.
  return access === 'public' && isInertia(req) && isSafeMethod(req);
}

function requireRole(principal: Principal | null, roles: readonly string[], req: Request): Principal {
  if (!principal) throw new Refusal('AUTH_REQUIRED');
  if (principal.role === 'admin' || roles.includes(principal.role)) return principal;
  const adminOnly = roles.every((role) => role === 'admin');
  const message = adminOnly ? SERVER_MESSAGES.auth.adminOnly : MESSAGES.auth.denied;
  throw new Refusal(isApi(req) ? 'FORBIDDEN' : 'ROLE_REFUSED', { message });
}
