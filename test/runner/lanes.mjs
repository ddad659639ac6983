// Which specs run where. test/README.md says what each tier proves.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { root } from '../../cli/scripts/building.mjs';

/** Nothing of these depends on the engine: HTTP, access, wording and pages are proven once. */
const ONE_ENGINE = [
  'test/api/',
  'test/pages/',
  'test/security/',
  'test/flows/(api-docs|hindi-states|hot-paths|languages|test-pages)',
];
/** But these look at the database itself. */
const BOTH_ENGINES = 'test/security/(database-rights|foreign-ids|injection|purge|sign-in)';

const SECURITY_ON_BOTH = new RegExp(BOTH_ENGINES);
const ON_ONE = new RegExp(ONE_ENGINE.join('|'));

export function needsBothEngines(path) {
  return !ON_ONE.test(path) || SECURITY_ON_BOTH.test(path);
}

const sqlite = { name: 'app on SQLite', project: 'app', engine: 'sqlite', needs: ['redis'] };
const mariadb = { name: 'app on MariaDB', project: 'app', engine: 'mariadb', needs: ['mariadb', 'redis'] };
const unit = { name: 'unit', project: 'unit', needs: [] };
const browser = { name: 'browser', project: 'browser', needs: ['chromium'] };
const gallery = { name: 'gallery', project: 'gallery', needs: ['chromium'] };

export const LANES = { unit: [unit], app: [sqlite, mariadb], browser: [browser], gallery: [gallery] };

const PROJECT_OF = [
  [/^test\/gallery\//, 'gallery'],
  [/^test\/browser\//, 'browser'],
  [/^test\/(architecture|bench)\/|^(src|cli|resources)\//, 'unit'],
  [/^test\//, 'app'],
];

/** @returns the lanes of the named files or folders, each with its `paths` */
export function lanesOfPaths(paths, engine) {
  const named = paths.map((path) => relative(root, resolve(path)));
  return Object.entries(LANES).flatMap(([project, lanes]) => {
    const own = named.filter((path) => PROJECT_OF.find(([pattern]) => pattern.test(path))?.[1] === project);
    if (own.length === 0) return [];
    return lanes
      .filter((lane) => !lane.engine || engine === 'both' || lane.engine === engine)
      .map((lane) => ({ ...lane, paths: own }));
  });
}

export function isPath(argument) {
  return argument.includes('/') && existsSync(argument);
}

export function isFolder(path) {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Source files that differ from `base`, untracked ones included. */
export function changedFiles(base = 'HEAD') {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)].filter((file) => /\.(tsx?|mjs)$/.test(file) && existsSync(resolve(root, file)));
}
