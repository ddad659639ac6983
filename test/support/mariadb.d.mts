export interface PrivateServer {
  /** `mariadb://user:password@host:port`, without a database. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a private MariaDB in a folder of its own, on a free port. Ended by `stop`, or with this process. */
export function startMariadb(flags?: readonly string[]): Promise<PrivateServer>;

/** An empty database on the server of TEST_DATABASE_URL; returns its URL. Give each test file a name of its own. */
export function createDatabase(name: string): Promise<string>;

export function dropDatabase(name: string): Promise<void>;
