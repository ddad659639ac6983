import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isBankReturn } from '../request-kind.js';
import { ValidationFailed } from './strict-validation.pipe.js';

const GIVEN_TWICE = 'is given more than once';
/** Tracking parameters that others add to links, at times twice. No route reads them. */
const DECORATION = /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|igshid|igsh|mc_[ce]id|_g[al])$/i;

/**
 * Refuses repeated query parameters on every route: no route takes a list, and parsers disagree on which value counts. The bank's
 * return is exempt: it is stored as received and verified by its hash.
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
