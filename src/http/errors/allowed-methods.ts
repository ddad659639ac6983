import type { Application } from 'express';

interface RouterLayer {
  route?: { path?: unknown; methods: Record<string, boolean | undefined> };
  match(path: string): unknown;
}

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
    return layer.match(path) !== false;
  } catch {
    return false;
  }
}
