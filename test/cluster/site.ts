import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { createSandboxBank } from '../../src/sandbox-bank/index.js';
import { collectOutbox, isCollecting } from '../support/collected.js';
import { freePort } from '../support/free-port.mjs';
import { ProductProcess } from '../support/product-process.js';
import { TestBank } from '../support/test-bank.js';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import type { DatabaseCluster, DatabaseServer } from './database-server.js';
import { Proxy } from './proxy.js';
import { RedisPair } from './redis-pair.js';

const INSTANCES = 2;
const LONG_AGO = '2020-01-01 00:00:00.000';

/** Two instances of the built product on three database servers and a pair of Redis, both behind one HAProxy. */
export class ClusterSite {
  private readonly instances: ProductProcess[] = [];

  private constructor(
    readonly cluster: DatabaseCluster,
    readonly proxy: Proxy,
    readonly redis: RedisPair,
    readonly bank: TestBank,
    readonly urls: string[],
    private readonly folder: string,
    private readonly env: Record<string, string>,
    /** By way of the proxy. */
    readonly dataSource: DataSource,
  ) {}

  static async start(cluster: DatabaseCluster): Promise<ClusterSite> {
    const redis = await RedisPair.start();
    const proxy = await Proxy.start({ database: cluster.servers.map(({ place }) => place), redis: redis.ports });
    const options = { port: 0, merchantId: 'T_SANDBOX1', secretKey: 'sandbox-key-1', quiet: true };
    const bank = new TestBank(await createSandboxBank(options));
    const urls: string[] = [];
    for (let at = 0; at < INSTANCES; at += 1) urls.push(`http://127.0.0.1:${await freePort()}`);
    const folder = mkdtempSync(join(tmpdir(), 'tokendesk-site-'));
    const database = `${cluster.scheme}://test:test@127.0.0.1:${proxy.databasePort}/tokendesk`;
    const env = {
      NODE_ENV: 'test',
      // As behind one load balancer.
      APP_URL: urls[0]!,
      DATABASE_URL: database,
      DATABASE_POOL_SIZE: '6',
      REDIS_URL: `redis://127.0.0.1:${proxy.redisPort}`,
      DATA_DIR: folder,
      GATEWAY_BASE_URL: bank.url,
      GATEWAY_TIMEOUT_MS: '3000',
      SANDBOX_GATEWAY: 'false',
      TRUST_PROXY: '1',
      POLL_INTERVAL_SECONDS: '1',
      LOG_LEVEL: isCollecting ? 'info' : 'error',
    };
    const dataSource = createDataSource({ url: database, poolSize: 2, sqliteDriver: 'libsql' });
    const site = new ClusterSite(cluster, proxy, redis, bank, urls, folder, env, dataSource);
    for (let at = 0; at < INSTANCES; at += 1) await site.launch(at);
    await dataSource.initialize();
    return site;
  }

  /** Where the proxy leads to, if that server takes writes. */
  async writer(): Promise<DatabaseServer | null> {
    const connection = await mysql
      .createConnection({
        host: '127.0.0.1',
        port: this.proxy.databasePort,
        user: 'test',
        password: 'test',
        connectTimeout: 1000,
      })
      .catch(() => null);
    if (!connection) return null;
    connection.on('error', () => undefined);
    try {
      const asked = connection.query<RowDataPacket[]>({ sql: 'SELECT @@server_id AS id', timeout: 1000 });
      const [rows] = await asked.catch(() => [[] as RowDataPacket[]]);
      const found = this.cluster.servers.find(({ place }) => place.number === Number(rows[0]?.['id']));
      return found && (await found.takesWrites()) ? found : null;
    } finally {
      connection.destroy();
    }
  }

  async launch(at: number): Promise<void> {
    const url = this.urls[at]!;
    this.instances[at] = new ProductProcess(url, { ...this.env, PORT: new URL(url).port }, this.folder);
    await this.instances[at].untilReady();
  }

  /** As a rolling upgrade does. */
  async restart(at: number): Promise<void> {
    await this.instances[at]!.stop();
    await this.launch(at);
  }

  /** What an hour would do: everything that waits is due. */
  async letTimePass(): Promise<void> {
    for (const sql of [
      'UPDATE payment_attempts SET next_check_at = ? WHERE next_check_at IS NOT NULL',
      'UPDATE refunds SET next_check_at = ? WHERE next_check_at IS NOT NULL',
      'UPDATE mail_outbox SET next_attempt_at = ? WHERE next_attempt_at IS NOT NULL',
    ])
      await this.dataSource.query(sql, [LONG_AGO]);
  }

  async count(sql: string, parameters: unknown[] = []): Promise<number> {
    const [row] = (await this.dataSource.query(`SELECT COUNT(*) AS n FROM ${sql}`, parameters)) as { n: number }[];
    return Number(row?.n);
  }

  get logs(): string {
    return this.instances.map(({ log }) => log).join('\n');
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.kill()));
    if (this.dataSource.isInitialized) await this.dataSource.destroy().catch(() => undefined);
    await this.bank.close();
    await this.proxy.close();
    await this.redis.close();
    await this.cluster.close();
    collectOutbox(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
