import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';

/**
 * One variable by its name, from the environment or `.env`, for commands that must work before the settings as a whole do.
 * @returns null when it is not set
 */
export function environmentValue(name: string, directory = process.cwd()): string | null {
  const file = join(directory, '.env');
  if (existsSync(file)) loadEnvFile(file);
  return process.env[name] ?? null;
}
