// First of all: chunks of the bundle that need it are loaded in an order of their own.
import 'reflect-metadata';
import cluster from 'node:cluster';
import { forgetEnvFile, InvalidSettings, loadSettings } from './config/env.js';
import { tightenDataDir } from './config/private-files.js';
import type { Settings } from './config/settings.token.js';

async function start(): Promise<void> {
  // Files are readable by the product's own user only.
  process.umask(0o077);
  const settings = loadSettings();
  if (cluster.isPrimary) await prepare(settings);
  if (cluster.isPrimary && settings.workers.count > 1) await supervise(settings);
  else await serve(settings);
}

/** What one process does for all workers. */
async function prepare(settings: Settings): Promise<void> {
  tightenDataDir(settings.dataDir);
  if (!settings.sandboxGateway) return;
  const { startSandboxBank } = await import('./sandbox.js');
  try {
    await startSandboxBank(settings);
  } catch (error) {
    if (!settings.sandboxMayBeElsewhere || !isAddressTaken(error)) throw error;
    process.stderr.write(
      `Another process answers at ${settings.gateway.baseUrl}: it is the bank, and the sandbox does not start.\n`,
    );
  }
}

function isAddressTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

async function supervise(settings: Settings): Promise<void> {
  // Workers read it themselves, so that a reload takes what has changed in it.
  forgetEnvFile();
  // Does not load what the workers do: neither pages nor database.
  const { WorkerSupervisor } = await import('./runtime/workers/worker-supervisor.js');
  await new WorkerSupervisor(settings, process.argv[1] ?? '').start();
}

async function serve(settings: Settings): Promise<void> {
  const [{ createApp }, { announce, warnOfDatabaseLeftBehind }] = await Promise.all([
    import('./configure-app.js'),
    import('./announce.js'),
  ]);
  const isFirst = cluster.worker === undefined || cluster.worker.id === 1;
  if (isFirst) warnOfDatabaseLeftBehind(settings);
  const app = await createApp(settings);
  await app.listen(settings.port, settings.host);
  if (isFirst) announce(settings);
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
