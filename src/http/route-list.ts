import { type INestApplicationContext, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ACCESS, type Access } from './decorators.js';
import { STEP_UP, type StepUpRule } from './step-up.guard.js';

export interface RouteEntry {
  method: string;
  path: string;
  handler: string;
  /** Null for a route that names nobody, and is therefore closed. */
  access: Access | null;
  /** Who is asked for a fresh code or password; null when nobody is. */
  stepUp: StepUpRule | null;
}

/** Every route of the application with whoever may use it, for the test that holds it against the expected table. */
export function listRoutes(app: INestApplicationContext): RouteEntry[] {
  const scanner = new MetadataScanner();
  const routes: RouteEntry[] = [];
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as Record<string, (...args: unknown[]) => unknown>;
      for (const name of scanner.getAllMethodNames(prototype))
        routes.push(...routesOf(metatype, name, prototype[name]!));
    }
  }
  return routes.sort((a, b) => (a.path + a.method < b.path + b.method ? -1 : 1));
}

function routesOf(controller: object, name: string, handler: (...args: unknown[]) => unknown): RouteEntry[] {
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
      handler: `${(controller as { name: string }).name}.${name}`,
      access: named(ACCESS) as Access | null,
      stepUp: named(STEP_UP) as StepUpRule | null,
    })),
  );
}

function pathsOf(target: object): string[] {
  return [(Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined) ?? ''].flat();
}
