import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.mjs';
import { findGalera, findMariadb } from '../support/programs.mjs';
import { DatabaseCluster, DatabaseServer, makePlaces, type Place, SERVERS, started } from './database-server.js';
import type { Network } from './network.js';

/** What a deployment needs as well; durable as MariaDB is by default. */
const FLAGS = [
  '--skip-name-resolve',
  '--innodb-buffer-pool-size=48M',
  '--innodb-log-file-size=32M',
  '--max-connections=200',
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
  '--binlog-format=ROW',
  '--innodb-autoinc-lock-mode=2',
  '--wsrep-cluster-name=tokendesk',
  '--wsrep-sst-method=rsync',
];

/** Synced, in the part that has the majority. Any node says so, also those that the proxy does not lead to. */
const IS_SYNCED = `SELECT SUM((VARIABLE_NAME, VARIABLE_VALUE) IN (('wsrep_local_state', '4'), ('wsrep_cluster_status', 'Primary'),
    ('wsrep_ready', 'ON'))) = 3 AS yes FROM information_schema.GLOBAL_STATUS`;
const SIZE =
  "SELECT VARIABLE_VALUE AS size FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'wsrep_cluster_size'";

class GaleraNode extends DatabaseServer {
  protected readonly takesWritesSql = IS_SYNCED;

  constructor(
    place: Place,
    private readonly ports: { receive: number; increments: number },
    private readonly peers: string,
  ) {
    super(place);
  }

  prepare(): void {
    this.runOnce('mkdir', [`${this.place.dir}/data`]);
    // The others get all of theirs from the first.
    if (this.place.number === 1)
      this.runOnce(programs().install, [
        '--no-defaults',
        `--datadir=${this.place.dir}/data`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        '--skip-name-resolve',
      ]);
  }

  async start({ joins }: { joins: boolean }): Promise<void> {
    const position = this.recoveredPosition();
    await this.launch(programs().server, [
      ...this.common,
      `--pid-file=${this.place.dir}/pid`,
      ...(joins ? [] : ['--wsrep-new-cluster']),
      ...(position ? [`--wsrep-start-position=${position}`] : []),
    ]);
  }

  async isWhole(): Promise<boolean> {
    const [row] = await this.ask(SIZE).catch(() => []);
    return Number(row?.['size']) === SERVERS && (await this.takesWrites());
  }

  /** After a kill: up to where it had come, so that the others send what came since and not everything. As MariaDB's systemd unit does. */
  private recoveredPosition(): string | undefined {
    if (!existsSync(join(this.place.dir, 'data/grastate.dat'))) return undefined;
    const log = this.runOnce(programs().server, [...this.common, '--skip-networking', '--wsrep-recover']);
    return /WSREP: Recovered position:\s*(\S+)/.exec(log)?.[1];
  }

  private get common(): string[] {
    const { dir, host, port, groupPort, number } = this.place;
    const provider = [
      `gmcast.listen_addr=tcp://${host}:${groupPort}`,
      `ist.recv_addr=${host}:${this.ports.increments}`,
      'gcache.size=32M',
    ];
    return [
      '--no-defaults',
      `--datadir=${dir}/data`,
      `--tmpdir=${dir}/tmp`,
      `--socket=${dir}/s`,
      `--bind-address=${host}`,
      `--port=${port}`,
      `--server-id=${number}`,
      ...FLAGS,
      '--wsrep-on=ON',
      `--wsrep-provider=${programs().galera}`,
      `--wsrep-provider-options=${provider.join(';')}`,
      `--wsrep-cluster-address=gcomm://${this.peers}`,
      `--wsrep-node-name=node${number}`,
      `--wsrep-node-address=${host}:${groupPort}`,
      `--wsrep-node-incoming-address=${host}:${port}`,
      `--wsrep-sst-receive-address=${host}:${this.ports.receive}`,
    ];
  }
}

/** Three MariaDB servers as one Galera cluster. All take writes; the proxy leads to one. */
export async function startGalera(network: Network | null): Promise<DatabaseCluster> {
  const places = await makePlaces(network);
  const peers = places.map(({ host, groupPort }) => `${host}:${groupPort}`).join(',');
  const nodes: GaleraNode[] = [];
  for (const place of places)
    nodes.push(new GaleraNode(place, { receive: await freePort(), increments: await freePort() }, peers));
  return started(new DatabaseCluster(nodes, 'mariadb'), async () => {
    for (const [at, node] of nodes.entries()) await node.start({ joins: at > 0 });
    await nodes[0]!.sql(
      'CREATE DATABASE tokendesk',
      "CREATE USER test@'%' IDENTIFIED BY 'test'",
      "GRANT ALL ON tokendesk.* TO test@'%'",
    );
  });
}

function programs(): { server: string; install: string; galera: string } {
  const [mariadb, galera] = [findMariadb(), findGalera()];
  if (!mariadb || !galera) throw new Error('Galera is not there: run the tests through npm, which sees to it.');
  return { ...mariadb, galera };
}
