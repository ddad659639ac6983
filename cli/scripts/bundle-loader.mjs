// Runs the bundle in this folder. Beside each chunk lies what the engine made of it when the product was built, so that a start
// neither parses nor compiles it again; another version of Node refuses that, and compiles as ever.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

const folder = import.meta.dirname;
const installed = createRequire(import.meta.url);
const modules = new Map();
/** V8 rejects code compiled under other options, so there is a cache with heap limits and one without. */
const codeSuffix = process.execArgv.some((word) => word.startsWith('--max-')) ? '.limited.code' : '.code';

/** File name → { script, codeFile, isCached }; the build stores the compiled code. */
export const compiled = new Map();

/** @param {string} id a chunk's name, as `./main.cjs` */
export function load(id) {
  const known = modules.get(id);
  if (known) return known.exports;
  const module = { exports: {} };
  // Registered before it runs: chunks may import one another.
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
  const codeFile = `${filename}${codeSuffix}`;
  const cachedData = codeOf(codeFile);
  const script = new Script(wrapped, { filename, cachedData });
  compiled.set(filename, { script, codeFile, isCached: cachedData !== undefined && !script.cachedDataRejected });
  return script;
}

function codeOf(codeFile) {
  try {
    return readFileSync(codeFile);
  } catch {
    return undefined;
  }
}
