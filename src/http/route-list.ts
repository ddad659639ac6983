import { type INestApplicationContext, RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ACCESS, type Access, BEFORE_SETUP } from './decorators.js';
import { IDEMPOTENT, type IdempotentRule } from './idempotency.interceptor.js';
import { PROJECT_ACCESS, type ProjectAccess } from './project-access.js';
import { RATE_LIMIT, type RateLimitRule } from './rate-limit.guard.js';
import { STEP_UP, type StepUpRule } from './step-up.guard.js';

export interface RouteEntry {
  method: string;
  path: string;
  /** `LinksApiController.cancel` */
  handler: string;
  controller: Controller;
  /** Null for a route that names nobody, and is therefore closed. */
  access: Access | null;
  /** What an admin of some projects may use it for; null: not declared, so refused. */
  projects: ProjectAccess | null;
  /** Who needs step-up; null: nobody. */
  stepUp: StepUpRule | null;
  /** Open also before a second factor is set up that the account needs. */
  isBeforeSetup: boolean;
  rateLimit: RateLimitRule | null;
  /** Takes an Idempotency-Key. */
  isIdempotent: boolean;
  /** A repetition under one Idempotency-Key runs again: its answer is of that moment. */
  runsAgain: boolean;
  /** Of a success, unless the handler sets another one itself. */
  status: number;
}

type Controller = (abstract new (...args: never[]) => object) & { name: string };

/** Every route of the application with what its decorators say, for the API document and for the tests of access. */
export function listRoutes(app: INestApplicationContext): RouteEntry[] {
  const scanner = new MetadataScanner();
  const routes: RouteEntry[] = [];
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as Record<string, (...args: unknown[]) => unknown>;
      for (const name of scanner.getAllMethodNames(prototype))
        routes.push(...routesOf(metatype as Controller, name, prototype[name]!));
    }
  }
  return routes.sort((a, b) => (a.path + a.method < b.path + b.method ? -1 : 1));
}

function routesOf(controller: Controller, name: string, handler: (...args: unknown[]) => unknown): RouteEntry[] {
  const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
  if (method === undefined) return [];
  const named = (key: string): unknown =>
    Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller) ?? null;
  return pathsOf(controller).flatMap((prefix) =>
    pathsOf(handler).map((path) => ({
      method: RequestMethod[method] ?? String(method),
      path: `/${[prefix, path]
        .map((part) => part.replace(/^\/+|(?<!\/)\/+$/g, ''))
        .filter(Boolean)
        .join('/')}`,
      handler: `${controller.name}.${name}`,
      controller,
      access: named(ACCESS) as Access | null,
      projects: named(PROJECT_ACCESS) as ProjectAccess | null,
      stepUp: named(STEP_UP) as StepUpRule | null,
      isBeforeSetup: named(BEFORE_SETUP) === true,
      rateLimit: named(RATE_LIMIT) as RateLimitRule | null,
      isIdempotent: named(IDEMPOTENT) !== null,
      runsAgain: (named(IDEMPOTENT) as IdempotentRule | null)?.runsAgain === true,
      status: (named(HTTP_CODE_METADATA) as number | null) ?? (method === RequestMethod.POST ? 201 : 200),
    })),
  );
}

function pathsOf(target: object): string[] {
  return [(Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined) ?? ''].flat();
}
