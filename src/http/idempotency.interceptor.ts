import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { IdempotencyService } from '../database/idempotency/idempotency.service.js';
import { principalOf } from './principal.js';

export interface IdempotentRule {
  /** Keys are scoped to the operation and to its caller. */
  operation: string;
  /** Whose keys these are; by default the signed-in person's. */
  caller?: (params: Request['params']) => string;
  /** See `IdempotentCall`. */
  runsAgain?: boolean;
}

/**
 * Stores, in the current unit of work, the answer that is true once that unit commits. Without an Idempotency-Key it does nothing.
 * @throws Refusal IDEMPOTENCY_RUNNING, which rolls the unit back, when the key has been taken over meanwhile
 */
export type AnswerStore = (body: unknown) => Promise<void>;

export const IDEMPOTENT = 'tokendesk:idempotent';
const STORES = new WeakMap<Request, AnswerStore>();
const REPEATED = new WeakSet<Request>();

/** Repeated requests under one Idempotency-Key get the first answer (docs/product.md#requests). */
export const Idempotent = (operation: string, more: Omit<IdempotentRule, 'operation'> = {}) =>
  applyDecorators(
    SetMetadata<string, IdempotentRule>(IDEMPOTENT, { operation, ...more }),
    UseInterceptors(IdempotencyInterceptor),
  );

/** The {@link AnswerStore} of this request, for a handler whose answer has to be committed together with what it creates. */
export const StoreAnswer = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  STORES.get(context.switchToHttp().getRequest<Request>()),
);

/** Whether a handler that `runsAgain` has answered under this key before. */
export const IsRepeated = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  REPEATED.has(context.switchToHttp().getRequest<Request>()),
);

/** Runs after the guards: nothing is stored under a key before they pass. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly idempotency: IdempotencyService,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const rule = this.reflector.get<IdempotentRule>(IDEMPOTENT, context.getHandler());
    const http = context.switchToHttp();
    const [req, res] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const caller = rule.caller?.(req.params) ?? `user:${principalOf(req)?.userId ?? ''}`;
    const body: unknown = { ...(req.body as object | undefined), ...req.params };
    const { operation, runsAgain = false } = rule;
    const call = { caller, operation, key: req.get('Idempotency-Key'), body, runsAgain };
    const answer = await this.idempotency.run(call, async (promise, isRepeated) => {
      if (isRepeated) REPEATED.add(req);
      STORES.set(req, (promised) => promise({ status: res.statusCode, body: promised }));
      const done: unknown = await lastValueFrom(next.handle());
      return { status: res.statusCode, body: done };
    });
    res.status(answer.status);
    return of(answer.body);
  }
}
