import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { expectLawsHold, expectOneReceiptEach, expectRefundsAgree, expectSameBooks } from '../support/invariants.js';
import { eventually } from '../support/product-process.js';
import type { TestApp } from '../support/test-app.js';
import { type DatabaseCluster, type DatabaseServer, SERVERS } from './database-server.js';
import { startGalera } from './galera.js';
import { startGroupReplication } from './group-replication.js';
import { Network } from './network.js';
import { ClusterSite } from './site.js';
import { Trade } from './trade.js';

/** Sales before a fault, and after its end. */
const STEADY_MS = 4_000;
/** From a new writer to the next sale. */
const SALES_AGAIN_MS = 30_000;
const ANOTHER_MS = 40_000;
/** Longer than any server takes to notice that the others are gone. */
const ALONE_MS = 20_000;
const MAX_TRIES = 8;
const CLUSTERS: [name: string, start: (network: Network | null) => Promise<DatabaseCluster>][] = [
  ['MySQL Group Replication', startGroupReplication],
  ['MariaDB Galera', startGalera],
];

interface Row {
  fault: string;
  acknowledged: number;
  refused: number;
  lost: number;
  /** Seconds without any acknowledged write. */
  outage: string;
}

describe.each(CLUSTERS)('%s: three servers, one writer; two instances, a pair of Redis', (name, startCluster) => {
  let network: Network | string;
  let site: ClusterSite;
  let trade: Trade;
  let ofDemo = 0;
  const table: Row[] = [];

  beforeAll(async () => {
    network = await Network.open(SERVERS);
    site = await ClusterSite.start(await startCluster(network instanceof Network ? network : null));
    ofDemo = await site.count('payments');
    trade = new Trade(site);
    await trade.open();
  }, 180_000);
  afterAll(async () => {
    if (trade) await trade.close();
    if (site) await site.close();
    if (network instanceof Network) await network.close();
    else console.log(`${name}: servers were stopped instead of cut off, since ${network}`);
    console.log(`${name}\n${report(table)}`);
  }, 60_000);

  /** Sales go on while the fault is injected and mended, as a machine mends itself; then everything is judged. */
  const during = async (fault: string, inject: () => Promise<unknown>, mend: () => Promise<unknown>): Promise<void> => {
    await pause(STEADY_MS);
    const [from, refused] = [performance.now(), trade.refused];
    await inject();
    const again = trade.acknowledged.length;
    await eventually('sales again', () => trade.acknowledged.length > again + 10, SALES_AGAIN_MS);
    await pause(STEADY_MS);
    await mend();
    await site.cluster.untilWhole();
    await pause(STEADY_MS);
    const to = performance.now();
    const lost = await trade.lost();
    table.push({
      fault,
      acknowledged: trade.countBetween(from, to),
      refused: trade.refused - refused,
      lost: lost.length,
      outage: (trade.longestGap(from, to) / 1000).toFixed(1),
    });
    expect(lost).toEqual([]);
    expect(trade.wrong).toEqual([]);
    await trade.whileResting(() => holds(() => expectLawsHold(site.dataSource)));
  };

  /** The poll job goes on, and a comparison of two questions is true of one moment. */
  const holds = async (law: () => Promise<void>): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await law();
      } catch (error) {
        if (tries >= MAX_TRIES) throw error;
        await pause(1000);
      }
    }
  };

  const writer = async (): Promise<DatabaseServer> => {
    let found: DatabaseServer | null = null;
    await eventually('a writer', async () => (found = await site.writer()) !== null, ANOTHER_MS);
    return found!;
  };
  const untilAnother = (old: DatabaseServer) =>
    eventually(
      'another writer',
      async () => {
        const found = await site.writer();
        return found !== null && found !== old;
      },
      ANOTHER_MS,
    );
  const othersOf = (one: DatabaseServer) => site.cluster.servers.filter((server) => server !== one);
  /** By the network where that is possible, else they stand still. @returns what puts it right again */
  const cutOff = (one: DatabaseServer, others: DatabaseServer[]): (() => void) => {
    if (network instanceof Network) {
      const [links, far] = [network, others.map(({ place }) => place.number - 1)];
      links.cut(one.place.number - 1, far);
      return () => links.mend(one.place.number - 1, far);
    }
    for (const other of others) other.signal('SIGSTOP');
    return () => others.forEach((other) => other.signal('SIGCONT'));
  };
  const how = () => (network instanceof Network ? 'network cut' : 'the cut off SIGSTOP');

  it('the writer is killed (kill -9), and comes back beside another', async () => {
    const old = await writer();
    await during(
      'kill -9 of the writer',
      async () => {
        await old.kill();
        await untilAnother(old);
      },
      () => old.start({ joins: true }),
    );
  }, 240_000);

  it('the writer is shut down', async () => {
    const old = await writer();
    await during(
      'shutdown of the writer',
      async () => {
        await old.shutDown();
        await untilAnother(old);
      },
      () => old.start({ joins: true }),
    );
  }, 240_000);

  it('the writer stands still (SIGSTOP), and goes on when there is another', async () => {
    const old = await writer();
    await during(
      'writer stopped (SIGSTOP), continued later',
      async () => {
        old.signal('SIGSTOP');
        await untilAnother(old);
      },
      async () => old.signal('SIGCONT'),
    );
  }, 240_000);

  it('the writer is cut off from the others: they go on without it', async () => {
    const old = await writer();
    let mend = () => {};
    await during(
      `writer cut off from both others (${how()})`,
      async () => {
        // Without a network it is the writer that stands still.
        mend = network instanceof Network ? cutOff(old, othersOf(old)) : cutOff(othersOf(old)[0]!, [old]);
        await untilAnother(old);
      },
      async () => mend(),
    );
  }, 240_000);

  it('there is no majority: nobody writes until there is one again', async () => {
    const old = await writer();
    const others = othersOf(old);
    await during(
      `no majority for ${ALONE_MS / 1000} s (${how()})`,
      async () => {
        const mends = [cutOff(old, others)];
        if (network instanceof Network) mends.push(cutOff(others[0]!, [others[1]!]));
        const alone = performance.now();
        await eventually('no writer is left', async () => (await site.writer()) === null, 30_000);
        const [from, refused] = [performance.now(), trade.refused];
        await pause(Math.max(3_000, ALONE_MS - (from - alone)));
        expect(trade.countBetween(from + 1_000, performance.now())).toBe(0);
        expect(trade.refused).toBeGreaterThan(refused);
        for (const mend of mends) mend();
        await writer();
      },
      async () => undefined,
    );
  }, 240_000);

  it('the proxy is restarted', async () => {
    await during(
      'restart of the proxy',
      () => site.proxy.restart(),
      async () => undefined,
    );
  }, 120_000);

  it('Redis fails over', async () => {
    await during(
      'failover of Redis',
      () => site.redis.failOver(),
      async () => undefined,
    );
  }, 120_000);

  it('each instance is restarted in turn', async () => {
    await during(
      'restart of each instance in turn',
      async () => {
        for (const at of site.urls.keys()) await site.restart(at);
      },
      async () => undefined,
    );
  }, 120_000);

  it('in the end everything that the bank took and gave back is known, once', async () => {
    await trade.close();
    await settled();
    await expectLawsHold(site.dataSource);
    await expectSameBooks(site.dataSource, site.bank);
    await expectOneReceiptEach(site.dataSource);
    // Takes what a test application has: its bank and its database.
    await expectRefundsAgree({ bank: site.bank, get: (): DataSource => site.dataSource } as unknown as TestApp);
    expect(await trade.lost()).toEqual([]);
    expect(await site.count('payments')).toBe(ofDemo + new Set(createdOf(trade)).size);
    expect(await site.count('payments WHERE paid_at IS NOT NULL')).toBeGreaterThan(50);
  }, 180_000);

  async function settled(): Promise<void> {
    const { invoices } = (await site.bank.list()) as { invoices: { transactions: { status: string }[] }[] };
    const charged = invoices.filter(({ transactions }) => transactions.at(-1)?.status === 'SUC').length;
    await site.letTimePass();
    await eventually(
      'all that the bank has taken is known, and told',
      async () =>
        (await site.count("payment_attempts WHERE status = 'captured'")) === charged &&
        (await site.count("payment_attempts WHERE status IN ('creating', 'unknown')")) === 0 &&
        (await site.count("refunds WHERE status IN ('requested', 'unknown')")) === 0 &&
        (await site.count("mail_outbox WHERE status = 'queued'")) === 0,
      120_000,
    );
  }
});

function createdOf({ acknowledged }: Trade): string[] {
  return acknowledged.flatMap((one) => (one.kind === 'created' ? [one.paymentId] : []));
}

function report(rows: Row[]): string {
  const head =
    '| Fault | Writes acknowledged | Refused with 503 | Writes lost | Longest outage, s |\n|---|---|---|---|---|';
  const lines = rows.map(
    (row) => `| ${[row.fault, row.acknowledged, row.refused, row.lost, row.outage].join(' | ')} |`,
  );
  return `${[head, ...lines].join('\n')}\n`;
}
