import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { Role } from '../domain/people/roles.js';
import { principalOf } from './principal.js';

export const ACCESS = 'tokendesk:access';
export type Access = 'public' | readonly Role[];

/** Open to everybody. A session is still loaded. */
export const Public = () => SetMetadata<string, Access>(ACCESS, 'public');

/** Open to these roles; an admin passes always. */
export const Roles = (...roles: [Role, ...Role[]]) => SetMetadata<string, Access>(ACCESS, roles);

export const BEFORE_SETUP = 'tokendesk:before-setup';

/** Also open before a required second factor is set up: the account page and logout. */
export const BeforeSetup = () => SetMetadata(BEFORE_SETUP, true);

/** The signed-in {@link Principal}; null on public routes for a visitor who is not signed in. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  principalOf(context.switchToHttp().getRequest<Request>()),
);
