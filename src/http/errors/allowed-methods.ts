import type { Application } from 'express';
import { PUBLIC_ID } from '../../runtime/ids.js';

type Params = Record<string, string | string[] | undefined>;

interface RouterLayer {
  route?: { path?: unknown; methods: Record<string, boolean | undefined> };
  match(path: string): { params: Params } | false;
}

/** Parameters that must be ids of ours: where something is read by them, any other value is not found for every method. */
const ID_PARAMETERS = ['paymentId'];

/** Whether the parameters name something that cannot be there. */
export function isNobodysAddress(params: Params): boolean {
  return !ID_PARAMETERS.every((name) => isIdOrAbsent(params[name]));
}

/** Methods of the routes that match this path, in capitals; empty for an unknown path. */
export function allowedMethods(app: Application, path: string): string[] {
  const layers = (app.router as unknown as { stack: RouterLayer[] }).stack;
  const methods = new Set<string>();
  for (const layer of layers) {
    const params = layer.route ? paramsOf(layer, path) : null;
    if (!layer.route || !params) continue;
    // The address of an action says by its own words that it is one, whatever it is about.
    if (layer.route.methods['get'] !== true || !isNobodysAddress(params)) {
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
  const found = layers.find((layer) => layer.route?.methods['get'] === true && paramsOf(layer, path) !== null);
  return typeof found?.route?.path === 'string' ? found.route.path : '(none)';
}

/** Null where the path does not match. Matching decodes the path, which throws on `%zz`. */
function paramsOf(layer: RouterLayer, path: string): Params | null {
  try {
    const match = layer.match(path);
    return match === false ? null : match.params;
  } catch {
    return null;
  }
}

function isIdOrAbsent(value: string | string[] | undefined): boolean {
  return value === undefined || (typeof value === 'string' && PUBLIC_ID.test(value));
}
