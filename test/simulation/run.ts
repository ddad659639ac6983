import { explain } from './judge.js';
import { brokenInvariants, unsettled } from './invariants.js';
import { readLists, readPaymentPages } from './page-reads.js';
import { isLaunch } from './launch.js';
import { Model } from './model.js';
import { RuleBroken } from './verdicts.js';
import { PERFORMERS } from './environment.js';
import type { Plan, Step } from './plan.js';
import type { Product } from './product.js';
import { Random } from './random.js';
import type { ProductPool } from './product-pool.js';
import type { SimDatabase } from './sim-database.js';
import type { Surroundings } from './surroundings.js';
import type { Records } from './records.js';
import { type DoneAt, World } from './world.js';

const HOUR = 3_600_000;

export interface Outcome {
  plan: Plan;
  /** Null: all is well. */
  failure: string | null;
  /** The step that it was found in. */
  at: number;
  trace: string[];
  cells: string[];
}

/** What outlives a run: time, a bank, a database, products that have not died. */
export interface Stage {
  around: Surroundings;
  database: SimDatabase;
  products: ProductPool;
  /** After each step, past the product: to see whether it is noticed. */
  meddle?: () => Promise<void>;
}

export async function runPlan(plan: Plan, stage: Stage): Promise<Outcome> {
  const { around, database, products } = stage;
  const { bank, time } = around;
  const cells: string[] = [];
  let at = -1;
  around.begin();
  bank.reset();
  time.install();
  // SQLite serves one process.
  const cast = await products.take(plan.engine !== 'sqlite' && plan.seed % 2 === 0 ? 2 : 1, isLaunch(plan.seed));
  time.begin(new Random(plan.seed));
  const world = new World(plan, around, database, [...cast]);
  const run = new Run(world, cells, stage.meddle);
  let isWell = false;
  try {
    await run.begin();
    for (const [index, step] of plan.steps.entries()) {
      at = index;
      await run.step(step, index);
    }
    at = plan.steps.length;
    await run.heal();
    isWell = true;
    return { plan, failure: null, at, trace: around.lines, cells };
  } catch (error) {
    const failure =
      error instanceof Failure || error instanceof RuleBroken ? error.message : String((error as Error).stack);
    return { plan, failure, at, trace: around.lines, cells };
  } finally {
    await products.giveBack(cast, world.products, isWell, isLaunch(plan.seed));
    time.uninstall();
  }
}

class Failure extends Error {}

class Run {
  private memory: Model | undefined;
  /** Seen at the last step. */
  private writes = -1;

  constructor(
    private readonly world: World,
    private readonly cells: string[],
    private readonly meddle?: () => Promise<void>,
  ) {}

  async begin(): Promise<void> {
    const { world } = this;
    await this.alone(() => world.signIn());
    if (!world.hasLaunch && world.plan.seed % 3 === 1) await world.database.limitTiers();
    world.stored = await world.database.records();
    world.records = await world.database.records();
    // Sellers work with refunds switched on, most of the time.
    if (world.plan.seed % 8 !== 0) {
      const turn = { what: 'switch', pick: 0, more: 0.1 } as const;
      await this.step({ seed: 1, commands: [turn], bankFaults: [], killAt: null, outage: null }, -1);
    }
  }

  async step(step: Step, index: number): Promise<void> {
    const { world } = this;
    const { around } = world;
    const before = world.records;
    const isParallel = step.commands.length > 1;
    around.say(`${index + 1}. ${step.commands.map(({ what }) => what).join(' + ')}${bendings(step)}`);
    around.bankFaults = step.bankFaults.map((bankFault) => ({ ...bankFault }));
    world.isRough = step.killAt !== null || step.outage !== null;
    const product = world.product(0);
    product.gate.dieAfter(step.killAt);
    product.gate.lose(step.outage);
    const actors = step.commands.map((command, at) => () => {
      const { who, perform } = PERFORMERS[command.what];
      const actor = isParallel ? `${who} ${at + 1}` : who;
      return around.actors.run(actor, () => perform({ world, product: world.product(command.more), actor, command }));
    });
    await around.scheduler.all(actors, isParallel ? new Random(step.seed) : null);
    await this.settle();
    await this.afterwards();
    around.bankFaults = [];
    await this.meddle?.();
    const isWritten = around.writes !== this.writes || world.isRough || this.meddle !== undefined;
    this.writes = around.writes;
    if (isWritten) world.stored = await world.database.records();
    const observed = {
      before, stored: world.stored, facts: world.takeFacts(), done: world.done.splice(0), isRough: world.isRough, isParallel, seed: step.seed, now: world.now,
    }; // prettier-ignore
    this.requireAcknowledged(observed.done);
    this.requireSwitch(observed);
    this.memory = explain(observed, (cell) => this.cells.push(cell), this.memory);
    world.records = this.memory.records;
    await this.requireInvariants(isWritten);
  }

  /** Whoever was killed is started again; a database that was lost is back. */
  private async afterwards(): Promise<void> {
    const { world } = this;
    for (const product of world.products.slice()) {
      product.gate.dieAfter(null);
      product.gate.lose(null);
      if (!product.isDead) continue;
      world.crashes += 1;
      world.around.say(`  ${product.name} was killed`);
      world.products.splice(world.products.indexOf(product), 1);
      await product.stop();
      world.around.scheduler.openAll();
      world.time.dropAll();
      await this.start();
      await this.letHeartbeatsTell();
      await this.settle();
    }
    if (world.isRough) world.crashes += 1;
  }

  /** Servers of one database find out by their heartbeats that one of them is gone, and its leases end. */
  private async letHeartbeatsTell(): Promise<void> {
    const { world } = this;
    if (world.database.isSqlite) return;
    for (let beats = 0; beats < 6; beats += 1) {
      world.time.pass(2000);
      for (const product of world.products) await this.alone(() => product.heartbeats());
    }
  }

  private start(): Promise<Product> {
    const { around } = this.world;
    return around.scheduler.patiently(() => this.alone(() => this.world.startProduct()));
  }

  private async settle(): Promise<void> {
    await this.alone(async () => {
      for (const product of this.world.products) await product.settle();
    });
  }

  /** Once it was acknowledged that refunds are off, none is ordered. */
  private requireSwitch({ before, stored, done }: { before: Records; stored: Records; done: DoneAt[] }): void {
    const turns = done.filter(({ done: { name, status } }) => name === 'switch' && status === 200);
    if (turns.some(({ done: { wanted } }) => wanted)) return;
    const off = Math.min(...turns.map(({ at }) => at));
    for (const { reference, origin, createdAt } of stored.refunds.values())
      if (origin === 'order' && createdAt > off && !before.refunds.has(reference))
        throw new Failure('a refund was ordered after refunds had been switched off');
  }

  /** What was acknowledged is there. */
  private requireAcknowledged(done: { done: { made?: string | undefined; status: number; name: string } }[]): void {
    const { stored, claims, complaints, around } = this.world;
    complaints.push(...around.overlaps.splice(0), ...around.mails.early.splice(0));
    const refunds = new Set([...stored.refunds.values()].map(({ id }) => id));
    for (const {
      done: { made, status, name },
    } of done)
      if (made && status >= 200 && status < 300 && !stored.payments.has(made) && !refunds.has(made))
        complaints.push(`${name} was acknowledged, and what it made is not there`);
    for (const id of claims.splice(0))
      if (!['completed', 'refunded'].includes(stored.payments.get(id)?.status ?? ''))
        complaints.push('a payment was called paid that is not');
    if (complaints.length > 0) throw new Failure(complaints.splice(0).join('\n'));
  }

  private async requireInvariants(isWritten: boolean): Promise<void> {
    const broken = await brokenInvariants(this.world, isWritten);
    if (broken.length > 0) throw new Failure(broken.join('\n'));
  }

  /** The bank is honest from now on, and time goes by: everything comes to its end. */
  async heal(): Promise<void> {
    const { world } = this;
    world.around.say('The world heals.');
    for (const ms of [20 * 60_000, 80 * HOUR, 100 * HOUR]) {
      world.time.pass(ms);
      world.bank.tick();
      world.bank.settleRefunds();
      await this.adviseAll();
      const poll = { what: 'poll', pick: 0, more: 0 } as const;
      await this.step(
        { seed: 1, commands: [poll], bankFaults: [], killAt: null, outage: null },
        world.plan.steps.length,
      );
    }
    const acting = {
      world,
      product: world.product(0),
      actor: 'visitor',
      command: { what: 'read pages', pick: 0, more: 0 } as const,
    };
    await this.alone(async () => {
      for (const payment of [...world.records.payments.values()].slice(-4)) await readPaymentPages(acting, payment);
      await readLists(acting);
    });
    const left = [...world.complaints, ...(await unsettled(world))];
    if (left.length > 0) throw new Failure(left.join('\n'));
  }

  /** In the end the bank's messages arrive. */
  private async adviseAll(): Promise<void> {
    const { world } = this;
    const known = new Set([...world.stored.attempts.values()].map(({ txn }) => txn));
    for (const { txnId, invoiceNo } of world.bank.captures()) {
      if (known.has(txnId)) continue;
      const invoice = world.bank.invoices.get(invoiceNo)!;
      const transaction = invoice.transactions.find((each) => each.txnId === txnId)!;
      world.advices.push(world.bank.message(invoice, transaction));
    }
    const commands = world.advices.map(() => ({ what: 'last advice', pick: 0, more: 0 }) as const);
    for (const command of commands)
      await this.step(
        { seed: 1, commands: [command], bankFaults: [], killAt: null, outage: null },
        world.plan.steps.length,
      );
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    return (await this.world.around.scheduler.all([work], null))[0]!;
  }
}

function bendings({ bankFaults, killAt, outage }: Step): string {
  const all = [
    ...bankFaults.map(({ on, kind, commit }) => `${on} ${kind}${commit ? ' after it acted' : ''}`),
    ...(killAt === null ? [] : [`killed at statement ${killAt}`]),
    ...(outage === null ? [] : [`database lost after ${outage.in} statements for ${outage.lasts}`]),
  ];
  return all.length === 0 ? '' : `   [${all.join(', ')}]`;
}
