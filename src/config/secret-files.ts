import { readFileSync } from 'node:fs';

/** Settings that may be given as a file, e.g. `JWT_SECRET_FILE=/run/secrets/jwt`: what stands in the environment is easily seen. */
export const SECRETS = [
  'DATABASE_URL',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'GATEWAY_SECRET_KEY',
  'GATEWAY_SECRET_KEY_PREVIOUS',
  'SMTP_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with the files' contents in the place of their names. One line end at the end of a file is the editor's,
 * not the secret's.
 * @returns problems that name the setting and never show what a file holds
 */
export function withSecretFiles(environment: Environment): { environment: Environment; problems: string[] } {
  const filled: Record<string, string | undefined> = { ...environment };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) {
      problems.push(`${name} and ${name}_FILE are both set: use one`);
      continue;
    }
    try {
      filled[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      problems.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
    }
  }
  return { environment: filled, problems };
}
