import type { NestExpressApplication } from '@nestjs/platform-express';
import passport from 'passport';
import { SESSION_STRATEGY } from '../../src/http/access.guard.js';

interface Strategy {
  authenticate(request: { app: object }, options: unknown): unknown;
}

/** Of each product, by its Express application. */
const strategies = new WeakMap<object, Strategy>();

/**
 * Passport keeps one strategy of a name for the whole process, the one made last. Several products run in this process, and each has to
 * read sessions through its own database connections: the strategy of the product that a request came to answers it.
 *
 * Call when the product's modules are made, before another product is started.
 */
export function keepOwnStrategy(app: NestExpressApplication): void {
  const registry = passport as unknown as {
    _strategy(name: string): Strategy;
    use(name: string, strategy: Strategy): void;
  };
  strategies.set(app.getHttpAdapter().getInstance() as object, registry._strategy(SESSION_STRATEGY));
  registry.use(SESSION_STRATEGY, {
    authenticate(request, options) {
      // Passport has set the callbacks (success, fail, error) on `this`.
      const own = strategies.get(request.app)!;
      return (Object.assign(Object.create(own), this) as Strategy).authenticate(request, options);
    },
  });
}
