// Lets Node run this project's TypeScript: source files are found under the names they are imported by, and transformed by swc. What
// was transformed is kept on disk, keyed by the file's content, so that a worker pays for reading alone.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { version } = require('@swc/core/package.json');

const ROOT = new URL('../../', import.meta.url).href;
const MODULES = `${ROOT}node_modules/`;
const CACHE = fileURLToPath(new URL('node_modules/.cache/test-runner/', ROOT));
const GLOBALS = new URL('./globals.mjs', import.meta.url).href;
const EMPTY = 'data:text/javascript,export default {}';
const ENDINGS = ['.ts', '.tsx', '/index.ts', '/index.tsx'];

mkdirSync(CACHE, { recursive: true });

const isOwn = (url) => url?.startsWith(ROOT) && !url.startsWith(MODULES);

/** "./x.js" and "./x" inside our own sources mean "./x.ts" or "./x.tsx". */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  if (specifier.endsWith('.css')) return { url: EMPTY, shortCircuit: true };
  if (/^\.{1,2}\//.test(specifier) && isOwn(context.parentURL)) {
    const base = new URL(specifier, context.parentURL).href;
    if (!existsSync(fileURLToPath(base)) || /\/[^./]+$/.test(base)) {
      const stem = base.replace(/\.js$/, '');
      const found = ENDINGS.map((ending) => stem + ending).find((url) => existsSync(fileURLToPath(url)));
      if (found) return { url: found, shortCircuit: true, format: 'module' };
    }
  }
  return next(specifier, context);
}

export function load(url, context, next) {
  const { pathname, search } = new URL(url);
  if (!/\.tsx?$/.test(pathname) || !isOwn(url)) return next(url, context);
  const path = fileURLToPath(search ? url.slice(0, -search.length) : url);
  return { format: 'module', shortCircuit: true, source: transformed(path) };
}

function transformed(path) {
  const text = readFileSync(path, 'utf8');
  const key = createHash('sha256').update(`${version}\0${path}\0${text}`).digest('hex').slice(0, 32);
  const kept = join(CACHE, `${key}.js`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  // Loaded only where something has changed.
  const { code } = require('@swc/core').transformSync(text, optionsFor(path));
  // Several workers may write the same file: whoever renames last wins, and both wrote the same.
  const draft = `${kept}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, kept);
  return code;
}

function optionsFor(path) {
  return {
    // Not the build's .swcrc: that one leaves the specs out.
    swcrc: false,
    configFile: false,
    filename: pathToFileURL(path).href,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true, tsx: path.endsWith('.tsx') },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
  };
}
