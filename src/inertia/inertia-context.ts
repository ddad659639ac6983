import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Inertia } from './inertia.js';

/** A WeakMap instead of a property, so that nothing that copies or logs a request includes it. */
const bound = new WeakMap<object, Inertia>();

export function bindInertia(req: object, inertia: Inertia): void {
  bound.set(req, inertia);
}

/** @throws Error when the middleware did not run */
export function inertiaOf(req: object): Inertia {
  const inertia = bound.get(req);
  if (!inertia) throw new Error('The Inertia middleware did not run for this request');
  return inertia;
}

/** For filters, which also handle failures before the middleware. */
export function findInertia(req: object): Inertia | null {
  return bound.get(req) ?? null;
}

/** The request's {@link Inertia} as a handler parameter. */
export const InertiaCtx = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  inertiaOf(context.switchToHttp().getRequest<object>()),
);
