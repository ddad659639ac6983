import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './vite.chunks.ts';

const DEV_PORT = 5173;
/** Below this size the compressed body saves nothing on the wire. */
const MIN_COMPRESSED_BYTES = 1024;

/** Writes `.br` and `.gz` beside each built file, so that no request pays for the best compression. */
function precompress(): Plugin {
  const toBrotli = promisify(brotliCompress);
  const toGzip = promisify(gzip);
  return {
    name: 'precompress',
    apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
    async writeBundle(output, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg|json)$/.test(name) && !name.startsWith('.'));
      for (const name of names) {
        const file = join(output.dir ?? '', name);
        const content = await readFile(file);
        if (content.length <= MIN_COMPRESSED_BYTES) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        await writeFile(`${file}.br`, await toBrotli(content, { params }));
        await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }));
      }
    },
  };
}

/** Inertia brings the browser's half of React along, half a megabyte that no server needs. */
function withoutBrowserHalf(): Plugin {
  const EMPTY = '\0react-dom-client';
  return {
    name: 'without-browser-half',
    enforce: 'pre',
    apply: (_config, { isSsrBuild }) => isSsrBuild === true,
    resolveId: (id) => (id === 'react-dom/client' ? EMPTY : null),
    load: (id) =>
      id === EMPTY ? 'export const createRoot = undefined;\nexport const hydrateRoot = undefined;\n' : null,
  };
}

/**
 * Inertia 3.7.1 gives React one object for the server's and another one for the browser's properties of layouts. React takes that for a
 * change and renders every page a second time, at once, right after it has taken it over.
 */
const SECOND_RENDER = 'store.get, () => emptySnapshot)';

/**
 * Of Inertia's client what the pages use. Its components write their names for developer tools at the top of the module, which keeps
 * those that nobody uses; and its forms bring along validation by requests to Laravel, which nobody asks for here.
 */
function withoutUnusedInertia(): Plugin {
  const EMPTY = '\0laravel-precognition';
  const unused = "() => { throw new Error('The client is built without precognition (vite.config.ts).'); }";
  return {
    name: 'without-unused-inertia',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (id === 'laravel-precognition' ? EMPTY : null),
    load: (id) =>
      id === EMPTY
        ? [
            ...['createValidator', 'resolveName', 'toSimpleValidationErrors'].map(
              (name) => `export const ${name} = ${unused};`,
            ),
            'export const client = { withXsrfCookieName() {}, withXsrfHeaderName() {} };',
          ].join('\n')
        : null,
    transform: (code, id, options) => {
      if (!/@inertiajs[\\/]react[\\/]dist[\\/]index\.js$/.test(id)) return null;
      if (!code.includes(SECOND_RENDER))
        throw new Error(`Inertia has no "${SECOND_RENDER}" any more (vite.config.ts).`);
      return code
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/= (forwardRef\d?\()/g, '= /* @__PURE__ */ $1')
        .replace(SECOND_RENDER, options?.ssr ? SECOND_RENDER : 'store.get, store.get)');
    },
  };
}

export default defineConfig(({ command, isSsrBuild }) => ({
  // Pages come from the application server, so only built files live under the prefix.
  base: command === 'build' ? '/build/' : '/',
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'resources/static',
  plugins: [react(), precompress(), withoutBrowserHalf(), withoutUnusedInertia()],
  server: { port: DEV_PORT, strictPort: true, origin: `http://localhost:${DEV_PORT}` },
  build: isSsrBuild
    ? { outDir: 'dist/ssr', emptyOutDir: true, target: 'node20', minify: false, sourcemap: false }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        sourcemap: false,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['resources/app.tsx', 'resources/public.ts', 'resources/service-worker.ts'],
          output: {
            codeSplitting: { groups: chunkGroups() },
            // Browsers know a service worker by its address.
            entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
          },
        },
      },
  // The bundle carries React itself, so production installs need no client packages. Only for the build:
  // the development server cannot run CommonJS React this way.
  ssr: isSsrBuild ? { noExternal: true as const } : {},
  // Without it the bundle keeps React's development half, and renders several times slower.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}));
