import { StartRefusal } from '../runtime/start-refusal.js';
import { PoolTimeout } from './mysql-pool.js';

/** The server did not answer at all: it may still be starting. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'POOL_TIMEOUT',
  'PROTOCOL_CONNECTION_LOST',
]);
/** Rights that the running product needs. */
const ROW_COMMANDS = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE']);
const HANDBOOK = 'docs/operations.md, "Users of the database"';

/** The database of DATABASE_URL cannot be used. The message says what to do and never holds the password. */
export class DatabaseProblem extends StartRefusal {
  override readonly code = 'DATABASE_UNUSABLE';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseProblem';
  }
}

export function isUnreachable(error: unknown): boolean {
  return UNREACHABLE.has(codeOf(error));
}

/** @returns a DatabaseProblem for what an operator can fix, any other error unchanged */
export function databaseProblemOf(error: unknown, url: string): unknown {
  if (error instanceof DatabaseProblem || !URL.canParse(url)) return error;
  const { hostname, port, username, pathname } = new URL(url);
  const server = `${hostname}:${port || 3306}`;
  const user = decodeURIComponent(username);
  const name = decodeURIComponent(pathname.slice(1));
  const code = codeOf(error);
  const problem = (message: string) => new DatabaseProblem(message, error);
  if (UNREACHABLE.has(code))
    return problem(
      `The database server ${server} cannot be reached (${unreachableReason(error, code)}). Is it up, and are host and port in DATABASE_URL right?`,
    );
  switch (code) {
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
    case 'ER_HOST_NOT_PRIVILEGED':
      return problem(
        `The database server ${server} refuses user "${user}": are user and password in DATABASE_URL right, and may it connect from here?`,
      );
    case 'HANDSHAKE_NO_SSL_SUPPORT':
      return problem(`The database server ${server} has no TLS, which ssl-mode in DATABASE_URL asks for.`);
    case 'HANDSHAKE_SSL_ERROR':
      return problem(
        `There is no TLS with the database server ${server} (${reasonOf(error)}). Is its certificate signed by an authority in ssl-ca of DATABASE_URL, and for that host?`,
      );
    case 'ER_BAD_DB_ERROR':
      return problem(`There is no database "${name}" on ${server}. Create it (${HANDBOOK}), or mend DATABASE_URL.`);
    case 'ER_DBACCESS_DENIED_ERROR':
      return problem(
        `There is no database "${name}" on ${server}, or user "${user}" may not use it. Create it and grant the rights (${HANDBOOK}), or mend DATABASE_URL.`,
      );
    case 'ER_TABLEACCESS_DENIED_ERROR': {
      const command = deniedCommandOf(error);
      const denied = `User "${user}" may not ${command} in database "${name}" on ${server}.`;
      return problem(
        ROW_COMMANDS.has(command)
          ? `${denied} Grant it the rights (${HANDBOOK}).`
          : `${denied} Run "tokendesk db migrate" with the DATABASE_URL of the user that may change the schema (${HANDBOOK}).`,
      );
    }
    default:
      return error;
  }
}

/** No connection has come about in time: a server that is stopped, or a firewall that drops everything. */
function unreachableReason(error: unknown, code: string): string {
  return error instanceof PoolTimeout ? `no answer within ${error.waitMs} ms` : code;
}

function deniedCommandOf(error: unknown): string {
  return /\b([A-Z]+(?: [A-Z]+)*) command denied/.exec(error instanceof Error ? error.message : '')?.[1] ?? 'do that';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0]! : 'no reason given';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { driverError, code, errors } = error as { driverError?: unknown; code?: unknown; errors?: unknown };
  if (driverError !== undefined && driverError !== error) return codeOf(driverError);
  if (typeof code === 'string') return code;
  // A host name with several addresses has an error for each.
  return Array.isArray(errors) ? codeOf(errors[0]) : '';
}
