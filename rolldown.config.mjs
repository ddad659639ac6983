// The server, the command line and the export thread as few files instead of thousands: dist/src and dist/cli in, dist/server out.
import { chmodSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'rolldown';
import { RUNTIME_PACKAGES } from './cli/scripts/runtime-packages.mjs';

const root = import.meta.dirname;
const OUTPUT = join(root, 'dist/server');

/** Programs with a file of their own; a thread needs one too. */
const PROGRAMS = {
  main: 'dist/src/main.js',
  tokendesk: 'dist/cli/main.js',
  'export-worker': 'dist/src/modules/admin/export/export-worker.js',
  'worker-thread': 'dist/src/worker-thread.js',
};

/** Stays in node_modules, or is not there at all: what an installation may do without. */
const OPTIONAL_PACKAGES = ['better-sqlite3', '@nestjs/microservices', '@nestjs/websockets'];
const EXTERNAL = [...RUNTIME_PACKAGES, ...OPTIONAL_PACKAGES].map((name) => new RegExp(`^${name}(/|$)`));

/** Their CommonJS half cannot be shaken. */
const AS_ESM = {
  'rxjs/operators': 'rxjs/dist/esm/operators/index.js',
  rxjs: 'rxjs/dist/esm/index.js',
  'class-validator': 'class-validator/esm2015/index.js',
  'class-transformer': 'class-transformer/esm2015/index.js',
};

/** TypeORM brings a driver for every database there is; it asks for them by name when one is opened. */
const UNUSED_DRIVER = new RegExp(
  '[\\\\/]typeorm[\\\\/]driver[\\\\/](?!better-sqlite3|sqlite-abstract|mysql|types)[a-z0-9-]+[\\\\/][A-Za-z0-9]+Driver\\.js$',
);

/** The bundler leaves these out where nobody wants the result, though they throw. */
const LOST_CALL = /^[ \t]*(?:decode|encode)URI(?:Component)?\([^;\n]*\);$/m;

const plugins = [
  {
    name: 'lost-calls',
    transform: {
      filter: { code: LOST_CALL },
      handler(code, id) {
        this.error(`${relative(root, id)}: ${LOST_CALL.exec(code)?.[0].trim()} would be left out of the bundle`);
      },
    },
  },
  {
    name: 'unused-drivers',
    load: { filter: { id: UNUSED_DRIVER }, handler: () => 'module.exports = {};' },
  },
  {
    // Loaded with Nest's own validation pipe, which is not used here; seen as a whole it could not be shaken.
    name: 'unused-validation-pipe',
    resolveId: {
      filter: { id: /^class-(validator|transformer)$/ },
      handler: (id, importer) => (/[\\/]@nestjs[\\/]common[\\/]/.test(importer ?? '') ? { id, external: true } : null),
    },
  },
  {
    // `const require = createRequire(import.meta.url)` hides from the bundler what the module asks for.
    name: 'required-by-name',
    transform: {
      filter: { code: /^const require = createRequire\(import\.meta\.url\);$/m },
      handler: (code) => ({ code: code.replace(/^const require = createRequire\(import\.meta\.url\);$/m, '') }),
    },
  },
  {
    name: 'ascii',
    renderChunk: (code) => ({
      // One character beyond ASCII makes the engine keep a whole file at two bytes a character.
      code: code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    }),
  },
];

/** The engine keeps what it compiled, where it can (Node 22 and later), so that the next start compiles nothing. */
const programText = (name) => `#!/usr/bin/env node
import module from 'node:module';

module.enableCompileCache?.(import.meta.dirname + '/compiled');
module.createRequire(import.meta.url)('./${name}.cjs');
`;

/** Each program's own file, which only says what to load; and which modules a chunk is made of, for whoever follows a trace. */
const programs = {
  name: 'programs',
  writeBundle(_options, chunks) {
    for (const name of Object.keys(PROGRAMS)) writeFileSync(join(OUTPUT, `${name}.js`), programText(name));
    // The bin of the package is run by its name.
    chmodSync(join(OUTPUT, 'tokendesk.js'), 0o755);
    const modules = Object.values(chunks).map(({ fileName, moduleIds = [] }) => [
      fileName,
      moduleIds.map((id) => relative(root, id)),
    ]);
    writeFileSync(join(OUTPUT, 'modules.json'), `${JSON.stringify(Object.fromEntries(modules), null, 1)}\n`);
  },
};

const alias = Object.entries(AS_ESM).map(([name, file]) => [name, join(root, 'node_modules', file)]);

export default defineConfig({
  cwd: root,
  input: PROGRAMS,
  platform: 'node',
  external: EXTERNAL,
  resolve: { alias: Object.fromEntries(alias) },
  plugins: [...plugins, programs],
  output: {
    dir: OUTPUT,
    format: 'cjs',
    cleanDir: true,
    // All side by side: what lies beside dist/server is found from each of them.
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    // Names are read by people in stack traces, and by Nest, TypeORM and the log.
    keepNames: true,
    minify: false,
    comments: false,
  },
});
