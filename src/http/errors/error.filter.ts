import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Logger, NotFoundException } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Application, Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { ApiFailure } from '../../contracts/common.js';
import { requestIdOf } from '../request-id.middleware.js';
import { isFileRequest, wantsJson } from '../request-kind.js';
import { allowedMethods, isNobodysAddress } from './allowed-methods.js';
import { type Failure, failureOf, withStatus } from './failure.js';
import { answerWithPage } from './page-answer.js';
import { recordRefusal } from './security-events.js';

/** Handles every error: of middleware, guard, handler, or an unknown route. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('ErrorFilter');

  constructor(
    private readonly adapters: HttpAdapterHost,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const req = host.switchToHttp().getRequest<Request>();
    const res = host.switchToHttp().getResponse<Response>();
    const failure = this.refine(error, req, res);
    if (failure.unexpected) this.logger.error(error instanceof Error ? error : { thrown: String(error) });
    recordRefusal(error, req);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    if (failure.retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(failure.retryAfterSeconds));
    // Headers that the route set for its own response do not fit an error.
    for (const name of ['Content-Type', 'Content-Disposition']) res.removeHeader(name);
    res.setHeader('Cache-Control', 'no-store');
    await this.answer(req, res, failure);
  }

  private async answer(req: Request, res: Response, failure: Failure): Promise<void> {
    if (wantsJson(req)) res.status(failure.status).json(apiFailure(failure, req));
    else if (isFileRequest(req)) res.status(failure.status).type('text/plain').send(failure.message);
    else await answerWithPage(req, res, failure, this.settings.company.name);
  }

  /** 405 when another method matches the path; a word in the place of an id, as in `create-link`, may be the name of an action. */
  private refine(error: unknown, req: Request, res: Response): Failure {
    const failure = failureOf(error);
    const isUnknown = req.route === undefined ? error instanceof NotFoundException : isNobodysAddress(req.params);
    if (failure.status !== 404 || !isUnknown) return failure;
    const methods = allowedMethods(this.adapters.httpAdapter.getInstance<Application>(), req.path);
    if (methods.length === 0 || methods.includes(req.method)) return failure;
    res.setHeader('Allow', methods.join(', '));
    return withStatus(405);
  }
}

function apiFailure(failure: Failure, req: Request): ApiFailure {
  const details = failure.status >= 500 && !failure.details ? { requestId: requestIdOf(req) ?? '' } : failure.details;
  return { success: false, message: failure.message, error: failure.code, ...(details && { details }) };
}
