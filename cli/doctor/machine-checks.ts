import { constants, existsSync, statSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentValue } from '../../src/config/environment-value.js';
import { profileNamesIn, profileSecrets } from '../../src/config/merchant-profiles.js';
import { SECRETS } from '../../src/config/secret-files.js';
import { type Check, checked, fail, ok, warn } from './check.js';

const OLDEST = [20, 19] as const;
const LITTLE_BYTES = 1024 ** 3;
const TOO_LITTLE_BYTES = 100 * 1024 ** 2;

export function nodeCheck(version = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  return isOld ? fail('node', version, `install Node ${OLDEST.join('.')} or later`) : ok('node', version);
}

export function diskChecks(dataDir: string): Promise<Check[]> {
  return checked('disk', `make ${dataDir} a folder that the product may write to (DATA_DIR)`, async () => {
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    return [spaceCheck(dataDir, bavail * bsize)];
  });
}

export function spaceCheck(dataDir: string, free: number): Check {
  const text = `${dataDir} is writable, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free < TOO_LITTLE_BYTES) return fail('disk', text, 'make room now: writes will soon be refused');
  return free < LITTLE_BYTES ? warn('disk', text, 'make room, or watch it') : ok('disk', text);
}

/** Files whose readers could sign in as anybody. @param dataDir null while the settings cannot be read */
export function secretFileChecks(dataDir: string | null): Check[] {
  const { names } = profileNamesIn(environmentValue('GATEWAY_PROFILES') ?? undefined);
  const named = [...SECRETS, ...profileSecrets(names)].flatMap((name) => environmentValue(`${name}_FILE`) ?? []);
  const kept = dataDir === null ? [] : ['jwt-secret', 'encryption-key'].map((name) => join(dataDir, name));
  const files = [...new Set(['.env', ...kept, ...named])].filter((file) => existsSync(file));
  const open = files.filter((file) => (statSync(file).mode & 0o077) !== 0);
  if (open.length === 0) return [ok('secrets', `${files.length} files, readable by their owner alone`)];
  return open.map((file) =>
    warn(
      'secrets',
      `${file} can be read by others (mode ${(statSync(file).mode & 0o777).toString(8)})`,
      `chmod 600 ${file}`,
    ),
  );
}
