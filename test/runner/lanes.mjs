// Which specs run where. test/README.md says what each tier proves. Each lane is one project of Jest (jest.config.mjs).
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root } from '../../cli/scripts/building.mjs';

const APP = 'test/(api|pages|cli|flows|faults|database|security)/';
/**
 * Nothing of these depends on the engine: HTTP, access, wording and pages are proven once, and what other specs prove on both:
 * - accounts, sessions, second factor, staff: unique e-mail addresses and their spellings by security/sign-in and database/schema,
 *   sessions of two instances by flows/sessions and faults/instances;
 * - desk, details of admins, refunds in view, receipts as documents: their rows by flows/refunds, flows/selling and the invariants;
 * - live streams: across instances by faults/live-instances; mails about links: the outbox by flows/mail;
 * - limits in Redis, bank keys, bank holidays, metrics, checks of open payments: no statement that others do not send;
 * - another seller's things, which look like none: the statements of both questions are compared with each other, by the repositories
 *   that run on both;
 * - commands that only call what the server calls too: recount, backup, erasure and reseal run on both, an export that is left in
 *   flows/admin-export, the walk along the audit chain in database/audit-chain; tiers, events, projects, terms and the filters by
 *   them, through the same services, in flows/catalogue, events, project-logos, terms and project-filters.
 */
const ONE_ENGINE = [
  'test/(api|pages)/',
  'test/security/(?!database-rights|injection|purge|sign-in)',
  'test/flows/(accounts|admin-details|api-docs|bank-holidays|bank-key|desk|hindi-states|hot-paths|languages|link-mails|live)\\.',
  'test/flows/(metrics|open-checks|receipts|refund-visibility|shared-limits|staff|test-pages|totp)\\.',
  'test/cli/(audit-command|bank-commands|catalogue|compiled-code|engines|events|export|process|project-filters|reconcile|staff|terms)\\.',
  'test/faults/redis-link\\.',
];

/**
 * @typedef {object} Lane
 * @property {string} name the name of its project as well
 * @property {string} group what `npm test -- <group>` runs
 * @property {string} specs folders of its spec files, as a regular expression from the root on
 * @property {string[]} [except] specs that are left to another lane; `npm run test:long` runs them here too
 * @property {string[]} [never] specs that do not hold on its engine
 * @property {'sqlite' | 'mariadb' | 'mysql'} [engine]
 * @property {('redis' | 'mariadb' | 'mysql' | 'mysqld' | 'galera' | 'haproxy' | 'docker' | 'chromium' | 'oldestNode')[]} needs programs; `mysqld`: its specs start servers
 * @property {boolean} needsBuild it runs the built product
 * @property {boolean} [isLongOnly] only `npm run test:long` runs it, and whoever names its engine
 * @property {number} [testLimitMs] of each of its tests that names no limit of its own
 * @property {boolean} [isFirst] it keeps to itself while `npm run check` runs beside it
 */

/** @type {Lane[]} */
export const LANES = [
  {
    name: 'unit',
    group: 'unit',
    specs: '(src|cli|resources|test/(architecture|bench|runner))/',
    needs: [],
    needsBuild: false,
    isFirst: true,
  },
  {
    name: 'app on SQLite',
    group: 'app',
    specs: APP,
    engine: 'sqlite',
    needs: ['redis', 'oldestNode'],
    needsBuild: true,
  },
  {
    name: 'app on MariaDB',
    group: 'app',
    specs: APP,
    except: ONE_ENGINE,
    engine: 'mariadb',
    needs: ['mariadb', 'redis'],
    needsBuild: true,
  },
  {
    // Not in `npm test`: it finds what MariaDB does otherwise, which is little, and takes as long.
    name: 'app on MySQL',
    group: 'app',
    specs: APP,
    except: ONE_ENGINE,
    engine: 'mysql',
    needs: ['mysql', 'redis'],
    needsBuild: true,
    isLongOnly: true,
  },
  {
    name: 'simulation on SQLite',
    group: 'simulation',
    specs: 'test/simulation/',
    engine: 'sqlite',
    needs: [],
    needsBuild: true,
  },
  {
    name: 'simulation on MariaDB',
    group: 'simulation',
    specs: 'test/simulation/',
    // What a server does in between is not the seed's: two runs of one seed may differ there.
    never: ['test/simulation/replay\\.'],
    engine: 'mariadb',
    needs: ['mariadb'],
    needsBuild: true,
  },
  {
    name: 'simulation on MySQL',
    group: 'simulation',
    specs: 'test/simulation/',
    never: ['test/simulation/replay\\.'],
    engine: 'mysql',
    needs: ['mysql'],
    needsBuild: true,
    isLongOnly: true,
  },
  {
    // Faults of servers take seconds each, and the three of them memory.
    name: 'cluster',
    group: 'cluster',
    specs: 'test/cluster/',
    needs: ['mysqld', 'galera', 'redis', 'haproxy'],
    needsBuild: true,
    isLongOnly: true,
  },
  {
    // Minutes of building, and what it needs is not for a test run to install.
    name: 'compose',
    group: 'compose',
    specs: 'test/compose/',
    needs: ['docker'],
    needsBuild: false,
    isLongOnly: true,
  },
  {
    name: 'browser',
    group: 'browser',
    specs: 'test/browser/',
    needs: ['chromium'],
    needsBuild: true,
    // Fifty steps and more, each of which waits as long as it has to: on a machine five times slower they take a minute together.
    testLimitMs: 180_000,
  },
  { name: 'gallery', group: 'gallery', specs: 'test/gallery/', needs: ['chromium'], needsBuild: true },
];

/** @param engine that of a lane, `both` for those of every `npm test`, `all` for each there is */
export function isOneOf(engine, lane) {
  return lane.engine === engine || engine === 'all' || (engine === 'both' && !lane.isLongOnly);
}

/** @returns the spec files that the named files and folders hold, and the lanes that run them */
export function lanesOfPaths(paths, engine) {
  const files = paths.flatMap(specsUnder);
  const lanes = LANES.filter((lane) => !lane.engine || isOneOf(engine, lane));
  return { files, lanes: lanes.filter((lane) => files.some((file) => isOfLane(lane, file))) };
}

function isOfLane(lane, file) {
  return patternOf(lane).test(join(root, file)) && !(lane.never ?? []).some((spec) => new RegExp(spec).test(file));
}

export function patternOf({ specs }) {
  return new RegExp(`^${root.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}${specs}.*\\.spec\\.tsx?$`);
}

function specsUnder(path) {
  const named = relative(root, resolve(path));
  if (!statSync(path).isDirectory()) return [named];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.spec\.tsx?$/.test(file))
    .map((file) => join(named, file));
}

export function isPath(argument) {
  return argument.includes('/') && existsSync(argument);
}

/** Source files that differ from `base`, untracked ones included. */
export function changedFiles(base = 'HEAD') {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)].filter((file) => /\.(tsx?|mjs)$/.test(file) && existsSync(resolve(root, file)));
}
