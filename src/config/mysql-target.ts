import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** `ssl-mode`, as MySQL's own clients name it. Without REQUIRED, which takes any certificate. */
const MODES = ['DISABLED', 'VERIFY_CA', 'VERIFY_IDENTITY'];

export interface DatabaseTls {
  minVersion: 'TLSv1.2';
  verifyIdentity: boolean;
  /** PEM; without it the authorities that Node.js trusts. */
  ca?: string;
}

export interface MysqlTarget {
  /** `mysql://user:password@host:port/name`, without parameters. */
  uri: string;
  ssl?: DatabaseTls;
}

/** The parts of a URL of a database server, for a client that does not read them as a URL is read. */
export interface MysqlServer {
  /** An IPv6 address without brackets. */
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
}

const DEFAULT_PORT = 3306;

/** @throws Error for a URL that names no host or database, or is not encoded; the message does not hold the password */
export function mysqlServer(url: string): MysqlServer {
  const parts = URL.canParse(url) ? partsOf(new URL(url)) : null;
  if (parts !== null && parts.host !== '' && parts.database !== '') return parts;
  throw new Error(
    'must be mysql://user:password@host:port/name, with / ? # @ : and % in user and password as %2F %3F %23 %40 %3A and %25',
  );
}

function partsOf({ hostname, port, username, password, pathname, hash }: URL): MysqlServer | null {
  if (hash !== '') return null;
  try {
    return {
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: port === '' ? DEFAULT_PORT : Number(port),
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: decodeURIComponent(pathname.slice(1)),
    };
  } catch {
    return null;
  }
}

/**
 * Reads `ssl-mode` and `ssl-ca` of a `mysql://` or `mariadb://` URL; the file of `ssl-ca` is read at once.
 * @throws Error for a URL that cannot be read, other parameters, an unknown mode, an unreadable file; the message does not hold the password
 */
export function mysqlTarget(url: string): MysqlTarget {
  const [uri = '', ...query] = url.replace(/^mariadb:/, 'mysql:').split('?');
  // First: what follows a `?` in the password reads as parameters, which the errors below name.
  mysqlServer(uri);
  const {
    'ssl-mode': mode = 'DISABLED',
    'ssl-ca': file,
    ...others
  } = Object.fromEntries(new URLSearchParams(query.join('?')));
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`has the parameter "${unknown}": only ssl-mode and ssl-ca are known`);
  if (!MODES.includes(mode)) throw new Error(`has an unknown ssl-mode: it is one of ${MODES.join(', ')}`);
  if (file !== undefined && mode === 'DISABLED')
    throw new Error('has ssl-ca, which needs ssl-mode=VERIFY_CA or VERIFY_IDENTITY');
  const verifyIdentity = mode === 'VERIFY_IDENTITY';
  if (verifyIdentity && isAddress(uri)) throw new Error('needs the name of a host for ssl-mode=VERIFY_IDENTITY');
  if (mode === 'DISABLED') return { uri };
  const ca = file === undefined ? {} : { ca: authoritiesIn(file) };
  return { uri, ssl: { minVersion: 'TLSv1.2', verifyIdentity, ...ca } };
}

function authoritiesIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`names a file for ssl-ca that cannot be read: ${file}`, { cause: error });
  }
}

/** mysql2 compares no addresses with a certificate. */
function isAddress(uri: string): boolean {
  return URL.canParse(uri) && isIP(new URL(uri).hostname.replaceAll(/[[\]]/g, '')) !== 0;
}
