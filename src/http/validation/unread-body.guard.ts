import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { isApi, isBankPost, isSafeMethod, isTestCall } from '../request-kind.js';
import { UNKNOWN_FIELD, ValidationFailed } from './strict-validation.pipe.js';

/**
 * Refuses body fields on API routes without a body: every field is unknown there. Page forms carry their token, and the bank's
 * messages are stored as received.
 */
@Injectable()
export class UnreadBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const req = context.switchToHttp().getRequest<Request>();
    if (isSafeMethod(req) || !isApi(req) || isBankPost(req) || isTestCall(req)) return true;
    const fields = Object.keys((req.body ?? {}) as object);
    if (fields.length === 0 || readsBody(context)) return true;
    throw new ValidationFailed(Object.fromEntries(fields.map((name) => [name, UNKNOWN_FIELD])));
  }
}

/** By Nest's metadata of the handler's parameters, `<kind>:<place>`. */
function readsBody(context: ExecutionContext): boolean {
  const found: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name);
  return Object.keys((found ?? {}) as object).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}
