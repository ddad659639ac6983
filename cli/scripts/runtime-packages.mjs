import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from './building.mjs';

/** Packages that the bundle leaves outside: native code, data files beside the code, and what many starts do without. */
export const RUNTIME_PACKAGES = [
  'libsql',
  '@node-rs/argon2',
  'pdfkit',
  'dejavu-fonts-ttf',
  'hucre',
  '@zxcvbn-ts/language-common',
  'ioredis',
];

/** For people, and for tools that build. Licences stay. */
const UNUSED_FILE = /\.([cm]?tsx?|map|md|markdown)$/i;
/** Of these only what lies directly in the package. */
const UNUSED_FOLDER = /^(\.github|docs?|examples?|tests?|__tests__)$/i;

/** Copies the packages that a built product needs at run time, with their dependencies, into `target` (a new `node_modules`). */
export function copyRuntimePackages(target) {
  const modules = join(root, 'node_modules');
  for (const folder of foldersOf(RUNTIME_PACKAGES)) {
    const isKept = (file) => {
      const [first = '', ...others] = relative(folder, file).split(sep);
      // Packages inside of this one are copied by themselves, where they are needed.
      if (first === 'node_modules') return false;
      return !UNUSED_FILE.test(file) && !(others.length === 0 && UNUSED_FOLDER.test(first));
    };
    cpSync(folder, join(target, relative(modules, folder)), { recursive: true, filter: isKept });
  }
}

/** @returns the folders of the named packages and of all that they depend on, as installed for this platform */
function foldersOf(names) {
  const found = new Set();
  const waiting = names.map((name) => ({ name, from: root, isOptional: false }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const folder = installed(next.name, next.from);
    if (!folder && !next.isOptional) throw new Error(`${next.name} is not installed: run "npm ci" first.`);
    if (!folder || found.has(folder)) continue;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      waiting.push({ name, from: folder, isOptional: name in optionalDependencies });
  }
  return found;
}

/** As Node.js finds it from a file in the folder `from`. */
function installed(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === root || folder === dirname(folder)) return undefined;
  }
}
