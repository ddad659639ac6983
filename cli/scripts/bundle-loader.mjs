// Runs the bundle in this folder. Beside each chunk lies what the engine made of it when the product was built, so that a start
// neither parses nor compiles it again; another version of Node refuses that, and compiles as ever.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

const folder = import.meta.dirname;
const installed = createRequire(import.meta.url);
const modules = new Map();

/** File name → { script, isCached }: for the build, which keeps the compiled code. */
export const compiled = new Map();

/** @param {string} id a chunk's name, as `./main.cjs` */
export function load(id) {
  const known = modules.get(id);
  if (known) return known.exports;
  const module = { exports: {} };
  // Before it runs: chunks may need one another.
  modules.set(id, module);
  const filename = join(folder, id);
  const run = compile(filename).runInThisContext();
  run(module.exports, demand, module, filename, folder, (specifier) => import(specifier));
  return module.exports;
}

function demand(id) {
  return id.startsWith('./') ? load(id) : installed(id);
}

function compile(filename) {
  // Chunks are plain ASCII.
  const source = readFileSync(filename, 'latin1');
  const wrapped = `(function (exports, require, module, __filename, __dirname, __import) { ${source}\n})`;
  const cachedData = codeOf(filename);
  const script = new Script(wrapped, { filename, cachedData });
  compiled.set(filename, { script, isCached: cachedData !== undefined && !script.cachedDataRejected });
  return script;
}

function codeOf(filename) {
  try {
    return readFileSync(`${filename}.code`);
  } catch {
    return undefined;
  }
}
