import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { expectLawsHold, expectOneReceiptEach, expectRefundsAgree, expectSameBooks } from '../support/invariants.js';
import { eventually } from '../support/product-process.js';
import type { TestApp } from '../support/test-app.js';
import type { Member } from './group.js';
import { ClusterSite } from './site.js';
import { Trade } from './trade.js';

/** Sales before a fault, and after its end. */
const STEADY_MS = 4_000;
/** From a new primary to the next sale. */
const SALES_AGAIN_MS = 30_000;
const MAX_TRIES = 8;

interface Row {
  fault: string;
  acknowledged: number;
  refused: number;
  lost: number;
  /** Seconds without any acknowledged write. */
  outage: string;
}

describe('a group of three database servers, two instances, a pair of Redis', () => {
  let site: ClusterSite;
  let trade: Trade;
  let ofDemo = 0;
  const table: Row[] = [];

  beforeAll(async () => {
    site = await ClusterSite.start();
    ofDemo = await site.count('payments');
    trade = new Trade(site);
    await trade.open();
  }, 180_000);
  afterAll(async () => {
    if (trade) await trade.close();
    if (site) await site.close();
    console.log(report(table));
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
    await site.group.untilWhole();
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

  const primary = async (): Promise<Member> => {
    const found = await site.group.primary();
    if (!found) throw new Error('there is no primary');
    return found;
  };
  const untilAnother = (old: Member) =>
    eventually(
      'another primary',
      async () => {
        const found = await site.group.primary();
        return found !== null && found !== old;
      },
      40_000,
    );

  it('the primary is killed (kill -9), and comes back as a secondary', async () => {
    const old = await primary();
    await during(
      'kill -9 of the primary',
      async () => {
        await old.kill();
        await untilAnother(old);
      },
      () => old.start({ joins: true }),
    );
  }, 240_000);

  it('the primary is shut down', async () => {
    const old = await primary();
    await during(
      'shutdown of the primary',
      async () => {
        await old.shutDown();
        await untilAnother(old);
      },
      () => old.start({ joins: true }),
    );
  }, 240_000);

  it('the primary stands still (SIGSTOP), and goes on when there is another', async () => {
    const old = await primary();
    await during(
      'primary stopped (SIGSTOP), continued later',
      async () => {
        old.signal('SIGSTOP');
        await untilAnother(old);
      },
      async () => old.signal('SIGCONT'),
    );
  }, 240_000);

  it('the primary is cut off from the others: nobody writes until they are back', async () => {
    const old = await primary();
    const others = site.group.members.filter((member) => member !== old);
    await during(
      'primary without the others (both SIGSTOP, 8 s)',
      async () => {
        for (const other of others) other.signal('SIGSTOP');
        await eventually('no primary is left', async () => (await site.group.primary()) === null, 30_000);
        const [from, refused] = [performance.now(), trade.refused];
        await pause(3_000);
        expect(trade.countBetween(from + 1_000, performance.now())).toBe(0);
        expect(trade.refused).toBeGreaterThan(refused);
        for (const other of others) other.signal('SIGCONT');
        await eventually('a primary', async () => (await site.group.primary()) !== null, 40_000);
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
