import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Settings } from './config/settings.token.js';
import { installHttpPlatform } from './http/index.js';
import { CLIENT_DIR } from './inertia-options.js';
import { inertiaMiddleware, InertiaRuntime, serveBuiltAssets } from './inertia/index.js';
import { createLogger, NestLogger } from './runtime/logger.js';

type ModuleToRun = Parameters<typeof NestFactory.create>[0];

/** Creates the application, ready to listen; tests use it too. */
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

/** Installs everything between the socket and the routes. Runs before `init` or `listen`. */
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
  // A requested stop is a success: the process exits with 0 once running work is done.
  app.enableShutdownHooks(['SIGINT', 'SIGTERM'], { useProcessExit: true });
}
