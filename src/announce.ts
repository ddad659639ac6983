import { DEMO_LOGINS } from './modules/auth/index.js';
import type { Settings } from './config/settings.token.js';
import type { SandboxBank } from './sandbox-bank/index.js';

const LABELS = { admin: 'Admin', sales_manager: 'Sales manager' } as const;

/** Tells the person at the terminal where everything is; programs read the log. */
export function announce(settings: Settings, bank: SandboxBank | null): void {
  if (settings.production) return;
  const lines = [
    '',
    `  TokenDesk          ${settings.appUrl}`,
    ...(bank
      ? [`  Sandbox bank       ${settings.gateway.baseUrl}  (no real money moves)`]
      : [`  Bank               ${settings.gateway.baseUrl}`]),
    `  Database           ${settings.databaseUrl.replace(/\/\/[^@/]*@/, '//')}`,
    ...(settings.demoSeed
      ? ['', ...DEMO_LOGINS.map(({ email, password, role }) => `  ${LABELS[role].padEnd(18)} ${email} / ${password}`)]
      : []),
    '',
    '  Ctrl-C stops it.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
