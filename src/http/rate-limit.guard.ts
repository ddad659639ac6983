import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { principalOf } from './principal.js';
import { RateLimiter } from './rate-limiter.js';

export interface RateLimitRule {
  /** Routes of one name share their count. */
  name: string;
  limit: number;
  windowMs: number;
  /** `user` counts a visitor who is not signed in by address. */
  by?: 'ip' | 'user';
  /** Name of a route parameter that is counted by itself, such as the payment. */
  param?: string;
}

const RATE_LIMIT = 'tokendesk:rate-limit';

/** Answers 429 with Retry-After once a caller asks too often. */
export const RateLimit = (rule: RateLimitRule) => SetMetadata(RATE_LIMIT, rule);

/** Runs after the access guard, since it may count by user. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<RateLimitRule | undefined>(RATE_LIMIT, targets);
    if (!rule) return true;
    const req = context.switchToHttp().getRequest<Request>();
    await this.limiter.require(keyFor(rule, req), rule.limit, rule.windowMs);
    return true;
  }
}

function keyFor(rule: RateLimitRule, req: Request): string {
  const user = rule.by === 'user' ? principalOf(req)?.userId : undefined;
  const caller = user === undefined ? `ip:${req.ip ?? ''}` : `user:${user}`;
  const subject = rule.param === undefined ? '' : String(req.params[rule.param] ?? '').slice(0, 64);
  return `${rule.name}|${caller}|${subject}`;
}
