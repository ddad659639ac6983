import { type CanActivate, type ExecutionContext, Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { principalOf } from '../http/index.js';

/** Outside production the description of the API is everybody's; in production an admin's alone, and to others not there. */
@Injectable()
export class DocsGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const principal = principalOf(context.switchToHttp().getRequest<Request>());
    const isAdmin = principal?.role === 'admin' && !principal.setupRequired;
    if (this.settings.production && !isAdmin) throw new NotFoundException();
    return true;
  }
}
