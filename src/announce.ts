import type { Settings } from './config/settings.token.js';
import type { SandboxBank } from './sandbox-bank/index.js';

/** Tells the person at the terminal where everything is; programs read the log. */
export function announce(settings: Settings, bank: SandboxBank | null): void {
  if (settings.production) return;
  const lines = [
    '',
    `  TokenDesk          ${settings.appUrl}`,
    ...(bank ? [`  Sandbox bank       ${settings.gateway.baseUrl}  (no real money moves)`] : [`  Bank               ${settings.gateway.baseUrl}`]),
    `  Database           ${settings.databaseUrl.replace(/\/\/[^@/]*@/, '//')}`,
    ...(settings.demoSeed
      ? [
          '',
          '  Sales manager      priya@tokendesk.test / sales-demo-2026',
          '                     rahul@tokendesk.test / sales-demo-2026',
          '  Admin              admin@tokendesk.test / admin-demo-2026',
        ]
      : []),
    '',
    '  Ctrl-C stops it.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
