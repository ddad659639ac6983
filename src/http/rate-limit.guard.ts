import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { callerNetwork } from './caller-network.js';
import { principalOf } from './principal.js';
import { RateLimiter } from '../runtime/rate-limits/rate-limiter.js';
import { SecurityRateLimiter } from '../runtime/rate-limits/security-rate-limiter.js';
import { MINUTE_MS } from '../domain/calendar/durations.js';

export interface RateLimitRule {
  /** Routes of one name share their count. */
  name: string;
  limit: number;
  windowMs: number;
  /** `user` counts anonymous visitors by address. */
  by?: 'ip' | 'user';
  /** Protects an account: counted in the store without eviction (security-rate-limiter.ts). */
  security?: boolean;
}

/** More than a person reads; bulk reading goes through the export, which is audited. */
const FURTHER_PAGES_A_MINUTE = 600;

export const RATE_LIMIT = 'tokendesk:rate-limit';

/** Answers 429 with Retry-After above the limit. */
export const RateLimit = (rule: RateLimitRule) => SetMetadata(RATE_LIMIT, rule);

/** Runs after the access guard, since it may count by user. Paging through staff lists is limited everywhere. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly securityLimiter: SecurityRateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<RateLimitRule | undefined>(RATE_LIMIT, targets);
    const req = context.switchToHttp().getRequest<Request>();
    if (rule) {
      const limiter = rule.security === true ? this.securityLimiter : this.limiter;
      await limiter.require(...countOf(rule, req));
    }
    const walker = isFurtherPage(req) ? principalOf(req) : null;
    if (walker) await this.limiter.require(`walk|user:${walker.userId}`, FURTHER_PAGES_A_MINUTE, MINUTE_MS);
    return true;
  }
}

/** A page after the first, by number or cursor. */
function isFurtherPage({ method, query }: Request): boolean {
  if (method !== 'GET') return false;
  return Number(query['page'] ?? 1) > 1 || query['before'] !== undefined || query['after'] !== undefined;
}

/** What the limiter counts for this request. For handlers that count by themselves, since they answer a refusal in a way of their own. */
export function countOf(rule: RateLimitRule, req: Request): [key: string, limit: number, windowMs: number] {
  const user = rule.by === 'user' ? principalOf(req)?.userId : undefined;
  const caller = user === undefined ? `ip:${callerNetwork(req.ip)}` : `user:${user}`;
  return [`${rule.name}|${caller}`, rule.limit, rule.windowMs];
}
