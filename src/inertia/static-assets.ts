import { existsSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { BUILD_PREFIX } from './assets.js';

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

const HASHED = '/assets/';
const SERVICE_WORKER = '/service-worker.js';
const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

interface BuiltFile {
  type: string;
  encodings: ReadonlySet<string>;
}

interface Mountable {
  use(path: string, handler: RequestHandler): unknown;
}

/**
 * Serves the client build under `/build/`, compressed ahead of time. Names under assets/ carry a content hash and are cached for
 * a year; others (icons, manifest, service worker) are revalidated daily. Use before the session and Inertia middleware: a
 * missing file is a plain 404, so that a browser with an old page fails fast.
 */
export function serveBuiltAssets(app: Mountable, clientDir: string): void {
  app.use(BUILD_PREFIX.slice(0, -1), builtAssetsHandler(clientDir));
}

function builtAssetsHandler(clientDir: string): RequestHandler {
  // Listed once: only built files can be requested, however a path is spelt.
  const files = listFiles(clientDir);
  return (req: Request, res: Response, _next: NextFunction) => {
    const file = files.get(req.path);
    if (!file) {
      refuse(res, 404, 'Not found');
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD');
      refuse(res, 405, 'Method not allowed');
      return;
    }
    sendFile(req, res, clientDir, file);
  };
}

function sendFile(req: Request, res: Response, root: string, file: BuiltFile): void {
  if (file.encodings.size > 0) res.vary('Accept-Encoding');
  const encoding = ENCODINGS.find(({ name }) => file.encodings.has(name) && req.acceptsEncodings(name) === name);
  res.type(file.type);
  if (encoding) res.setHeader('Content-Encoding', encoding.name);
  const isHashed = req.path.startsWith(HASHED);
  // Served from below its scope, which is the whole origin.
  if (req.path === SERVICE_WORKER) {
    res.setHeader('Service-Worker-Allowed', '/');
    // The worker's own policy limits its requests.
    res.setHeader('Content-Security-Policy', SERVICE_WORKER_POLICY);
  }
  const keep = isHashed ? { maxAge: '1y', immutable: true } : { maxAge: '1d' };
  res.sendFile(req.path.slice(1) + (encoding?.suffix ?? ''), { root, ...keep }, (error) => {
    if (!error || res.headersSent) return;
    res.removeHeader('Content-Encoding');
    refuse(res, 404, 'Not found');
  });
}

function refuse(res: Response, status: number, text: string): void {
  res.status(status).type('text/plain').set('Cache-Control', 'no-store').send(text);
}

function listFiles(clientDir: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const entry of readdirSync(clientDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(clientDir, path).split(sep).join('/');
    if (!entry.isFile() || isPrivate(name)) continue;
    const encodings = ENCODINGS.filter(({ suffix }) => existsSync(path + suffix));
    files.set(`/${name}`, { type: extname(name), encodings: new Set(encodings.map((encoding) => encoding.name)) });
  }
  return files;
}

/** Dotfiles (the manifest), source maps and the compressed siblings. */
function isPrivate(name: string): boolean {
  if (name.split('/').some((segment) => segment.startsWith('.'))) return true;
  return ['.map', '.br', '.gz'].includes(extname(name));
}
