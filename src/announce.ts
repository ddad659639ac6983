import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEMO_LOGINS } from './modules/auth/index.js';
import { sandboxUrl } from './config/sandbox-address.js';
import type { Settings } from './config/settings.token.js';

const LABELS = { admin: 'Admin', sales_manager: 'Sales manager' } as const;

/** Prints the addresses for the person at the terminal; programs read the log. */
export function announce(settings: Settings): void {
  if (settings.production) return;
  const lines = [
    '',
    `  TokenDesk          ${settings.appUrl}`,
    ...bankLines(settings),
    `  Database           ${withoutCredentials(settings.databaseUrl)}`,
    ...(settings.workers.isAuto ? [`  Workers            ${workersText(settings)}`] : []),
    ...(settings.demoSeed
      ? ['', ...DEMO_LOGINS.map(({ email, password, role }) => `  ${LABELS[role].padEnd(18)} ${email} / ${password}`)]
      : []),
    '',
    '  Ctrl-C stops it.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function bankLines({ usesSandbox, sandboxGateway, sandboxPort, gateway }: Settings): string[] {
  if (usesSandbox) return [`  Sandbox bank       ${gateway.baseUrl}  (no real money moves)`];
  const beside = `  Sandbox bank       ${sandboxUrl(sandboxPort)}  (started, but the settings name another bank)`;
  return [`  Bank               ${gateway.baseUrl}`, ...(sandboxGateway ? [beside] : [])];
}

function withoutCredentials(databaseUrl: string): string {
  if (databaseUrl.startsWith('sqlite:')) return databaseUrl;
  const { protocol, host, pathname, search } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}${search}`;
}

function workersText({ workers, databaseUrl }: Settings): string {
  return databaseUrl.startsWith('sqlite:') ? '1, since an embedded database serves one process' : `${workers.count}`;
}

/** The default database path before `DATA_DIR` applied to it. */
const EARLIER_FILE = './data/tokendesk.sqlite';

/** Warns when the database is still at the old default path, so that an empty new one is not taken for a loss. */
export function warnOfDatabaseLeftBehind({ databaseUrl, dataDir }: Settings): void {
  const file = resolve(dataDir, 'tokendesk.sqlite');
  const isDefault = databaseUrl === `sqlite:${file}`;
  if (!isDefault || file === resolve(EARLIER_FILE) || existsSync(file) || !existsSync(EARLIER_FILE)) return;
  process.stderr.write(
    `A new database is made in ${dataDir}. The one in ${resolve(EARLIER_FILE)} is left alone: to go on with it, stop, move it ` +
      `there with its -wal file, or set DATABASE_URL=sqlite:${EARLIER_FILE}.\n`,
  );
}
