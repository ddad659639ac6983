import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Settings } from './config/settings.token.js';
import { installHttpPlatform } from './http/index.js';
import { CLIENT_DIR } from './inertia-options.js';
import { inertiaMiddleware, InertiaRuntime, serveBuiltAssets } from './inertia/index.js';
import { createLogger, NestLogger } from './runtime/logger.js';

type ModuleToRun = Parameters<typeof NestFactory.create>[0];

/** The application, ready to listen; the tests make theirs here as well. */
export async function createApp(
  settings: Settings,
  module: ModuleToRun = AppModule.forRoot(settings),
): Promise<NestExpressApplication> {
  const logger = createLogger(settings);
  const app = await NestFactory.create<NestExpressApplication>(module, {
    bodyParser: false,
    bufferLogs: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  configureApp(app, settings, logger);
  return app;
}

/** Everything between the socket and the routes. Runs before `init` or `listen`. */
export function configureApp(
  app: NestExpressApplication,
  settings: Settings,
  logger: ReturnType<typeof createLogger>,
): void {
  const inertia = app.get(InertiaRuntime);
  installHttpPlatform(app, settings, {
    logger,
    assets: () => {
      if (settings.viteOrigin === null) serveBuiltAssets(app, CLIENT_DIR);
    },
    inertia: inertiaMiddleware(inertia),
    inlineStyles: inertia.assets.inlineStyleSources,
  });
  // A stop that was asked for is a success: the process ends with 0 once everything under way is done.
  app.enableShutdownHooks(['SIGINT', 'SIGTERM'], { useProcessExit: true });
}
