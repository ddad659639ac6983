import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isBankReturn } from '../request-kind.js';
import { ValidationFailed } from './strict-validation.pipe.js';

const GIVEN_TWICE = 'is given more than once';
/** What advertisers and messengers add to links, at times twice. No route reads any of it. */
const DECORATION = /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|igshid|igsh|mc_[ce]id|_g[al])$/i;

/**
 * Refuses a query parameter that is given more than once, on every route: no route takes a list, and of two values each reader
 * would choose its own. The bank's return is exempt, since its message is stored as it comes and judged by its hash.
 */
@Injectable()
export class RepeatedQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const req = context.switchToHttp().getRequest<Request>();
    if (isBankReturn(req)) return true;
    const repeated = Object.entries(req.query).filter(
      ([name, value]) => Array.isArray(value) && !DECORATION.test(name),
    );
    if (repeated.length === 0) return true;
    throw new ValidationFailed(Object.fromEntries(repeated.map(([name]) => [name, GIVEN_TWICE])));
  }
}
