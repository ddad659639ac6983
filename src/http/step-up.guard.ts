import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Refusal } from '../runtime/refusal.js';
import { Clock } from '../runtime/clock.js';
import { principalOf } from './principal.js';
import { MINUTE_MS } from '../domain/calendar/durations.js';

export const STEP_UP = 'tokendesk:step-up';
const FRESH_MS = 5 * MINUTE_MS;

export type StepUpRule = 'with-second-factor' | 'everybody';

/**
 * Requires a code or the password again when the last proof is older than five minutes (docs/product.md#access). Default: only of
 * people with a second factor. Runs before the handler, so nothing is stored under the Idempotency-Key before it passes.
 */
export const StepUp = (rule: StepUpRule = 'with-second-factor') => SetMetadata(STEP_UP, rule);

/** Runs after the access guard, which loads the session. */
@Injectable()
export class StepUpGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<StepUpRule | undefined>(STEP_UP, targets);
    const principal = principalOf(context.switchToHttp().getRequest<Request>());
    if (!rule || !principal || (rule === 'with-second-factor' && !principal.secondFactor)) return true;
    // A time in the future (clock ran ahead) would count as fresh until then.
    const age = Math.abs(this.clock.now().getTime() - principal.verifiedAt.getTime());
    if (age > FRESH_MS) throw new Refusal('STEP_UP_REQUIRED');
    return true;
  }
}
