import 'reflect-metadata';
import { InvalidSettings, loadSettings } from './config/env.js';
import { tightenDataDir } from './config/private-files.js';
import { announce, warnOfDatabaseLeftBehind } from './announce.js';
import { createApp } from './configure-app.js';
import { startSandboxBank } from './sandbox.js';

async function start(): Promise<void> {
  // Files are readable by the product's own user only.
  process.umask(0o077);
  const settings = loadSettings();
  tightenDataDir(settings.dataDir);
  warnOfDatabaseLeftBehind(settings);
  const bank = settings.sandboxGateway ? await startSandboxBank(settings) : null;
  const app = await createApp(settings);
  await app.listen(settings.port, settings.host);
  announce(settings, bank);
}

start().catch((error: unknown) => {
  process.stderr.write(`${startProblem(error)}\n`);
  process.exit(1);
});

/** Problems that an operator can fix are printed without a stack. */
function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = error instanceof InvalidSettings || 'code' in error;
  return known ? `TokenDesk cannot start. ${error.message}` : (error.stack ?? error.message);
}
