import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { MESSAGES } from '../contracts/messages.js';
import { Refusal } from '../domain/errors.js';
import { principalOf } from '../http/index.js';

/** Answers exactly as an address that does not exist. */
class DocsHidden extends Refusal {
  constructor() {
    super('not-found', 'NOT_FOUND', MESSAGES.general.notFound);
  }
}

/** Outside production the description of the API is everybody's; in production an admin's alone. */
@Injectable()
export class DocsGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const principal = principalOf(context.switchToHttp().getRequest<Request>());
    const isAdmin = principal?.role === 'admin' && !principal.setupRequired;
    if (this.settings.production && !isAdmin) throw new DocsHidden();
    return true;
  }
}
