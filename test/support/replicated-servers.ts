import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { engineOf } from './engine.js';
import { type PrivateServer, startMariadb } from './mariadb.mjs';
import { startMysql } from './mysql.mjs';

export const DATABASE = 'tokendesk_replicated';

/** By the engine of the run: MySQL has other words for the same. */
const WORDS = {
  mariadb: {
    start: startMariadb,
    // The primary keeps a log, and names each transaction in it by itself.
    flags: ['--log-bin=binlog', '--gtid-strict-mode=ON'],
    follow: (port: string) => `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'copy',
      MASTER_PASSWORD = 'copy', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1`,
    begin: 'START SLAVE',
    stopApplying: 'STOP SLAVE SQL_THREAD',
    goOnApplying: 'START SLAVE SQL_THREAD',
  },
  mysql: {
    start: (flags: readonly string[]) => startMysql({ flags }),
    flags: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON', '--log-bin-trust-function-creators=ON'],
    follow: (port: string) => `CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${port},
      SOURCE_USER = 'copy', SOURCE_PASSWORD = 'copy', SOURCE_AUTO_POSITION = 1, SOURCE_CONNECT_RETRY = 1,
      GET_SOURCE_PUBLIC_KEY = 1`,
    begin: 'START REPLICA',
    stopApplying: 'STOP REPLICA SQL_THREAD',
    goOnApplying: 'START REPLICA SQL_THREAD',
  },
};

/** Two database servers of their own, of which the second follows the first, with an empty database on both. */
export class ReplicatedServers {
  private constructor(
    private readonly servers: PrivateServer[],
    /** As the user of the tests, who may do everything. */
    readonly onPrimary: Connection,
    /** What is written by this connection is only there. */
    readonly onReplica: Connection,
    /** Of the database on the primary, as the user of the tests. */
    readonly primaryUrl: string,
    /** Of the database on the replica, as a user who may only read. */
    readonly replicaUrl: string,
  ) {}

  static async start(): Promise<ReplicatedServers> {
    const words = wordsOf();
    const flagsOf = (id: number) => [`--server-id=${id}`, ...words.flags];
    const [primary, replica] = await Promise.all([
      words.start(flagsOf(1)),
      words.start([...flagsOf(2), '--read-only=ON', '--relay-log=relay']),
    ]);
    const [onPrimary, onReplica] = await Promise.all([connectTo(primary.url), connectTo(replica.url)]);
    await onReplica.query('SET sql_log_bin = 0');
    await onPrimary.query("CREATE USER copy@'127.0.0.1' IDENTIFIED BY 'copy'");
    await onPrimary.query("GRANT REPLICATION SLAVE ON *.* TO copy@'127.0.0.1'");
    await onReplica.query(words.follow(new URL(primary.url).port));
    await onReplica.query(words.begin);
    await onPrimary.query(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await onPrimary.query("CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'reader'");
    await onPrimary.query(`GRANT SELECT ON ${DATABASE}.* TO reader@'127.0.0.1'`);
    return new ReplicatedServers(
      [primary, replica],
      onPrimary,
      onReplica,
      `${primary.url}/${DATABASE}`,
      `${replica.url.replace('test:test', 'reader:reader')}/${DATABASE}`,
    );
  }

  async stopApplying(): Promise<void> {
    await this.onReplica.query(wordsOf().stopApplying);
  }

  async goOnApplying(): Promise<void> {
    await this.onReplica.query(wordsOf().goOnApplying);
  }

  /** What the reader has sent to the replica meanwhile, the driver's own statements left out. */
  async readBy(work: () => Promise<unknown>): Promise<string[]> {
    await this.onReplica.query("SET GLOBAL log_output = 'TABLE'");
    await this.onReplica.query('TRUNCATE mysql.general_log');
    await this.onReplica.query('SET GLOBAL general_log = ON');
    try {
      await work();
    } finally {
      await this.onReplica.query('SET GLOBAL general_log = OFF');
    }
    const [rows] = await this.onReplica.query<RowDataPacket[]>(
      `SELECT CONVERT(argument USING utf8mb4) AS text FROM mysql.general_log
        WHERE command_type IN ('Query', 'Execute') AND user_host LIKE '%reader%'`,
    );
    return rows.map(({ text }) => String(text));
  }

  async close(): Promise<void> {
    this.onPrimary.destroy();
    this.onReplica.destroy();
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}

function wordsOf() {
  return WORDS[engineOf() === 'mysql' ? 'mysql' : 'mariadb'];
}

function connectTo(url: string): Promise<Connection> {
  return mysql.createConnection(url.replace(/^mariadb:/, 'mysql:'));
}
