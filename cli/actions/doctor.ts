import { loadSettings, InvalidSettings } from '../../src/config/env.js';
import type { Settings } from '../../src/config/settings.token.js';
import { type Check, checked, fail, reasonOf } from '../doctor/check.js';
import { diskChecks, nodeCheck, secretFileChecks } from '../doctor/machine-checks.js';
import { settingsChecks } from '../doctor/settings-checks.js';
import { CommandFailed, output } from '../output.js';

/** @throws CommandFailed when anything fails, after everything has been printed */
export async function doctor({ json }: { json?: boolean }): Promise<void> {
  const checks = await examine();
  const failed = checks.filter(({ state }) => state === 'fail').length;
  if (json) output.json({ healthy: failed === 0, checks });
  else output.data(checks.map(lineOf).join('\n'));
  if (failed > 0) throw new CommandFailed(`${failed} of ${checks.length} checks failed.`);
}

async function examine(): Promise<Check[]> {
  const settings = settingsOrProblems();
  if (Array.isArray(settings))
    return [
      ...settings,
      nodeCheck(),
      ...secretFileChecks(null),
      fail('others', 'database, bank, mail and disk were not looked at', 'mend the settings first'),
    ];
  const checks = [
    ...settingsChecks(settings),
    nodeCheck(),
    ...secretFileChecks(settings.dataDir),
    ...(await diskChecks(settings.dataDir)),
    ...(await databaseLines(settings)),
    ...(await replicaLines(settings)),
    ...(await serviceLines(settings)),
  ];
  return checks.map((check) => withoutSecrets(check, settings));
}

/** Each check is loaded inside its error handling: a driver that does not load is a finding too. */
async function databaseLines(settings: Settings): Promise<Check[]> {
  const todo = 'is the server up, and are host, user, password and name in DATABASE_URL right?';
  return checked('database', todo, async () => (await import('../doctor/database-checks.js')).databaseChecks(settings));
}

async function replicaLines(settings: Settings): Promise<Check[]> {
  const todo = 'check DATABASE_READ_URL; until then the database answers what the replica would';
  return checked('replica', todo, async () => (await import('../doctor/replica-checks.js')).replicaChecks(settings));
}

async function serviceLines(settings: Settings): Promise<Check[]> {
  const services = () => import('../doctor/service-checks.js');
  const found = await Promise.all([
    checked('gateway', 'check the GATEWAY_ settings', async () => (await services()).gatewayChecks(settings)),
    checked('mail', 'check SMTP_URL; sales go on, and mails wait', async () => (await services()).mailChecks(settings)),
    checked('redis', 'check REDIS_URL; instances go on by themselves', async () =>
      (await services()).redisChecks(settings),
    ),
  ]);
  return found.flat();
}

function settingsOrProblems(): Settings | Check[] {
  try {
    return loadSettings();
  } catch (error) {
    const problems = error instanceof InvalidSettings ? error.problems : [reasonOf(error)];
    return problems.map((problem) => fail('settings', problem, 'see .env.example'));
  }
}

function lineOf({ name, state, text, todo }: Check): string {
  return `${state.padEnd(4)}  ${name.padEnd(8)}  ${text}${todo === undefined ? '' : ` -> ${todo}`}`;
}

/** Removes secrets from driver messages. */
function withoutSecrets(check: Check, settings: Settings): Check {
  const urls = [settings.databaseUrl, settings.databaseReadUrl, settings.smtpUrl, settings.redisUrl].flatMap((url) =>
    url !== null && URL.canParse(url) ? [url, ...passwordsOf(new URL(url))] : [],
  );
  const keys = [settings.gateway, ...settings.gateway.profiles].flatMap(({ secretKey, previousSecretKey }) => [
    secretKey,
    previousSecretKey ?? '',
  ]);
  const secrets = [...urls, settings.jwtSecret, ...keys, settings.metricsToken ?? ''];
  const hide = (text: string) =>
    secrets
      .filter((secret) => secret.length >= 4)
      .reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text);
  return { ...check, text: hide(check.text), ...(check.todo === undefined ? {} : { todo: hide(check.todo) }) };
}

/** As written and, where it can be decoded, as it is sent. `SMTP_URL` may have a bare `%`. */
function passwordsOf({ password }: URL): string[] {
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
