import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, type Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import cookieParser from 'cookie-parser';
import type { NextFunction, Request, Response } from 'express';
import {
  inertiaMiddleware,
  InertiaModule,
  type InertiaOptions,
  inertiaOf,
  InertiaRuntime,
} from '../../src/inertia/index.js';

export const NONCE = 'n0nce';

const MANIFEST = {
  'resources/app.tsx': { file: 'assets/app.js', isEntry: true, css: ['assets/app.css'] },
  'resources/public.ts': { file: 'assets/public.js', isEntry: true, css: ['assets/public.css'] },
  'resources/pages/Test/Page.tsx': { file: 'assets/page.js', imports: ['resources/app.tsx'], css: ['assets/page.css'] },
  'resources/pages/Public/Pay.tsx': { file: 'assets/pay.js', imports: ['resources/app.tsx'] },
  'resources/pages/Error.tsx': { file: 'assets/error.js', imports: ['resources/app.tsx'] },
};

/** Counts its calls in the markup; what a page's `mode` prop says goes wrong. */
const RENDERER = `
let calls = 0;
export async function render(page, { nonce }) {
  calls += 1;
  if (page.props.mode === 'throw') throw new Error('window is not defined');
  if (page.props.mode === 'null') return null;
  if (page.props.mode === 'body') return { head: [], body: 42 };
  if (page.props.mode === 'head') return { head: 'x', body: '<div data-server-rendered="true" id="app"></div>' };
  const json = JSON.stringify(page).replace(/</g, '\\\\u003c');
  const body = '<script data-page="app" type="application/json">' + json + '</script>'
    + '<div data-server-rendered="true" id="app">calls=' + calls + ' nonce=' + nonce + '</div>';
  return { head: ['<title data-inertia="">From the server</title>'], body };
}
`;

export interface Build {
  clientDir: string;
  ssrFile: string;
}

/** A client build and a server bundle without any page in them. */
export function fakeBuild(): Build {
  const root = mkdtempSync(join(tmpdir(), 'inertia-'));
  const clientDir = join(root, 'client');
  mkdirSync(join(clientDir, '.vite'), { recursive: true });
  mkdirSync(join(clientDir, 'assets'));
  writeFileSync(join(clientDir, 'assets', 'public.css'), 'p{margin:0}');
  writeFileSync(join(clientDir, '.vite', 'manifest.json'), JSON.stringify(MANIFEST));
  const ssrFile = join(root, 'ssr.mjs');
  writeFileSync(ssrFile, RENDERER);
  return { clientDir, ssrFile };
}

export class Refused extends HttpException {
  constructor() {
    super('refused', 403);
  }
}

/** Stands for the product's filter: pages show an error page, a refused guard redirects. */
@Catch()
class PageErrors implements ExceptionFilter {
  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const inertia = inertiaOf(host.switchToHttp().getRequest<object>());
    if (error instanceof Refused) {
      inertia.flash({ error: 'Not yours' }).redirect('/page', 302);
      return;
    }
    const status = error instanceof HttpException ? error.getStatus() : 500;
    await inertia.renderError('Error', { status, title: 't', message: 'm', requestId: null, home: '/' }, { status });
  }
}

export interface Recorded {
  level: 'warn' | 'error';
  message: string;
}

export async function startInertiaApp(
  controllers: Type[],
  change: Partial<InertiaOptions> = {},
  before: (app: NestExpressApplication) => void = () => undefined,
) {
  const log: Recorded[] = [];
  const options: InertiaOptions = {
    assets: { mode: 'build', ...fakeBuild() },
    appName: 'TokenDesk',
    share: () => ({ app: { name: 'TokenDesk' } }),
    ssr: { enabled: false },
    cookie: { secure: false, key: randomBytes(32) },
    logger: {
      warn: (message) => void log.push({ level: 'warn', message }),
      error: (message) => void log.push({ level: 'error', message }),
    },
    ...change,
  };
  const module = await Test.createTestingModule({
    imports: [InertiaModule.forRootAsync({ useFactory: () => options })],
    controllers,
    providers: [{ provide: APP_FILTER, useClass: PageErrors }],
  }).compile();
  const app = module.createNestApplication<NestExpressApplication>({ logger: false });
  app.use(cookieParser());
  app.use((_req: Request, res: Response, next: NextFunction) => {
    res.locals['cspNonce'] = NONCE;
    next();
  });
  before(app);
  const runtime = app.get(InertiaRuntime);
  app.use(inertiaMiddleware(runtime));
  await app.init();
  return { app, log, options, version: String(runtime.version), server: app.getHttpServer() };
}

export type InertiaApp = Awaited<ReturnType<typeof startInertiaApp>>;

/** The page object of an HTML answer. */
export function pageIn(
  html: string,
): { component: string; url: string; props: Record<string, unknown> } & Record<string, unknown> {
  const match = /<script data-page="app" type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html);
  if (!match?.[1]) throw new Error('No page object in the document');
  return JSON.parse(match[1]) as ReturnType<typeof pageIn>;
}
