/** The full path of the first of these programs that is installed. */
export function findProgram(...names: string[]): string | undefined;

/** MySQL's own `mysql` or `mysqldump`, not MariaDB's under its name; `leading` are the arguments that come before all others. */
export function findMysqlClient(name: 'mysql' | 'mysqldump'): { program: string; leading: string[] } | undefined;
export function findOldestNode(): string | undefined;

/** A real MySQL server: what to run, and the arguments that come before all others. */
export function findMysql(): { program: string; leading: string[] } | undefined;

/** What a private MariaDB server needs. */
export function findMariadb(): { server: string; install: string } | undefined;
/** The library that makes a MariaDB server a node of a Galera cluster. */
export function findGalera(): string | undefined;
