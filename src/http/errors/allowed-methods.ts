import type { Application } from 'express';
import { PUBLIC_ID } from '../../runtime/ids.js';

interface RouterLayer {
  route?: { path?: unknown; methods: Record<string, boolean | undefined> };
  match(path: string): unknown;
  /** Of the last match. */
  params?: Record<string, string | string[] | undefined>;
}

/** Parameters that are keys of ours: another word in their place names nothing, and no method helps. */
const ID_PARAMETERS = ['paymentId'];

/** Methods that some route takes under this path, in capitals; empty when no route knows the path. */
export function allowedMethods(app: Application, path: string): string[] {
  const layers = (app.router as unknown as { stack: RouterLayer[] }).stack;
  const methods = new Set<string>();
  for (const layer of layers) {
    if (layer.route && matches(layer, path)) {
      for (const [method, on] of Object.entries(layer.route.methods))
        if (on && method !== '_all') methods.add(method.toUpperCase());
    }
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** The pattern of the page under this path, e.g. `/payment/:paymentId`; `(none)` when no route knows it. */
export function routePatternOf(app: Application, path: string): string {
  const layers = (app.router as unknown as { stack: RouterLayer[] }).stack;
  const found = layers.find((layer) => layer.route?.methods['get'] === true && matches(layer, path));
  return typeof found?.route?.path === 'string' ? found.route.path : '(none)';
}

/** Matching decodes the path, which throws on `%zz`. */
function matches(layer: RouterLayer, path: string): boolean {
  try {
    return layer.match(path) !== false && ID_PARAMETERS.every((name) => isIdOrAbsent(layer.params?.[name]));
  } catch {
    return false;
  }
}

function isIdOrAbsent(value: string | string[] | undefined): boolean {
  return value === undefined || (typeof value === 'string' && PUBLIC_ID.test(value));
}
