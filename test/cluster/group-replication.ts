import { findMysql } from '../support/programs.mjs';
import { DatabaseCluster, DatabaseServer, makePlaces, type Place, SERVERS, started } from './database-server.js';
import type { Network } from './network.js';

const GROUP = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';

/** What a deployment needs as well; durable as MySQL is by default. */
const FLAGS = [
  '--mysqlx=OFF',
  '--skip-name-resolve',
  '--secure-file-priv=NULL',
  '--innodb-buffer-pool-size=48M',
  '--innodb-redo-log-capacity=64M',
  '--max-connections=200',
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
  '--log-bin-trust-function-creators=ON',
  '--gtid-mode=ON',
  '--enforce-gtid-consistency=ON',
  '--plugin-load-add=group_replication.so',
  `--group-replication-group-name=${GROUP}`,
  '--group-replication-recovery-get-public-key=ON',
  '--group-replication-ip-allowlist=127.0.0.0/8,198.18.0.0/15',
  '--group-replication-member-expel-timeout=0',
  '--group-replication-autorejoin-tries=20',
  // Without a majority they wait for it: after a time limit all would leave, and nobody would be left to join again.
  '--group-replication-unreachable-majority-timeout=0',
];

/** Only the primary of a majority: a member that is cut off still calls itself primary. */
const IS_PRIMARY = `SELECT SUM(MEMBER_STATE = 'ONLINE') * 2 > COUNT(*)
    AND SUM(MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE' AND MEMBER_ROLE = 'PRIMARY') = 1
    AND @@super_read_only = 0 AS yes FROM performance_schema.replication_group_members`;
const ONLINE = "SELECT 1 FROM performance_schema.replication_group_members WHERE MEMBER_STATE = 'ONLINE'";

class GroupMember extends DatabaseServer {
  protected readonly takesWritesSql = IS_PRIMARY;

  constructor(
    place: Place,
    private readonly seeds: string,
    private readonly flags: readonly string[],
  ) {
    super(place);
  }

  prepare(): void {
    const [program, ...common] = this.common;
    this.runOnce(program!, [...common, '--initialize-insecure']);
  }

  async start({ joins }: { joins: boolean }): Promise<void> {
    const { dir, host, port, groupPort, number } = this.place;
    const [program, ...common] = this.common;
    await this.launch(program!, [
      ...common,
      `--bind-address=${host}`,
      `--port=${port}`,
      `--report-host=${host}`,
      `--report-port=${port}`,
      `--socket=${dir}/s`,
      `--pid-file=${dir}/pid`,
      ...FLAGS,
      ...this.flags,
      `--server-id=${number}`,
      `--group-replication-local-address=${host}:${groupPort}`,
      `--group-replication-group-seeds=${this.seeds}`,
      `--group-replication-start-on-boot=${joins ? 'ON' : 'OFF'}`,
    ]);
  }

  async isWhole(): Promise<boolean> {
    return (await this.ask(ONLINE).catch(() => [])).length === SERVERS;
  }

  private get common(): string[] {
    const server = findMysql();
    if (!server) throw new Error('MySQL is not there: run the tests through npm, which sees to it.');
    const { dir } = this.place;
    return [server.program, ...server.leading, `--datadir=${dir}/data`, `--tmpdir=${dir}/tmp`];
  }
}

/**
 * Three MySQL servers as one group with one primary (Group Replication).
 * @param flags more options of each server
 */
export async function startGroupReplication(
  network: Network | null,
  flags: readonly string[] = [],
): Promise<DatabaseCluster> {
  const places = await makePlaces(network);
  const seeds = places.map(({ host, groupPort }) => `${host}:${groupPort}`).join(',');
  const members = places.map((place) => new GroupMember(place, seeds, flags));
  return started(new DatabaseCluster(members, 'mysql'), async () => {
    for (const [at, member] of members.entries()) {
      await member.start({ joins: false });
      await member.sql(...ACCOUNTS);
      await member.sql(...(at === 0 ? BOOTSTRAP : ['START GROUP_REPLICATION']));
    }
    await members[0]!.sql(
      'CREATE DATABASE tokendesk',
      "CREATE USER test@'%' IDENTIFIED BY 'test'",
      "GRANT ALL ON tokendesk.* TO test@'%'",
    );
  });
}

const ACCOUNTS = [
  'SET SQL_LOG_BIN = 0',
  "CREATE USER repl@'%' IDENTIFIED BY 'repl'",
  "GRANT REPLICATION SLAVE, BACKUP_ADMIN, CONNECTION_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO repl@'%'",
  'SET SQL_LOG_BIN = 1',
  "CHANGE REPLICATION SOURCE TO SOURCE_USER = 'repl', SOURCE_PASSWORD = 'repl' FOR CHANNEL 'group_replication_recovery'",
];
const BOOTSTRAP = [
  'SET GLOBAL group_replication_bootstrap_group = ON',
  'START GROUP_REPLICATION',
  'SET GLOBAL group_replication_bootstrap_group = OFF',
];
