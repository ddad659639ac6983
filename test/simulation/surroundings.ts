import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '../../src/modules/gateway/exchange.js';
import { MailDelivery, type OutgoingMail } from '../../src/mail/mail-transport.js';
import type { FaultTarget } from '../../src/sandbox-bank/fault-registry.js';
import { type BankFact, factOf, type Order, orderOf } from './facts.js';
import type { Product } from './product.js';
import { Scheduler } from './scheduler.js';
import type { SimBank } from './sim-bank.js';
import type { VirtualTime } from './virtual-time.js';

/** One exchange with the bank goes wrong: the first of its kind in a step. */
export interface BankFault {
  on: Order['kind'];
  kind: string;
  /** The bank acts although its answer is lost. */
  commit: boolean;
}

/** Mails end here. */
export class MailSink extends MailDelivery {
  readonly delivered: Pick<OutgoingMail, 'to' | 'subject' | 'messageId'>[] = [];

  /** What nobody outside of the sender's transaction could read yet. */
  readonly early: string[] = [];
  /** Whether the mail is in the outbox for everybody. */
  isCommitted: (messageId: string) => Promise<boolean> = () => Promise.resolve(true);

  override async deliver({ to, subject, messageId }: OutgoingMail): Promise<void> {
    this.delivered.push({ to, subject, messageId });
    if (!(await this.isCommitted(messageId)))
      this.early.push(`a mail left before what it tells was committed: ${subject}`);
  }
}

/** Everything outside of the products: time, the bank, mails, and who is at work. */
export class Surroundings {
  scheduler: Scheduler;
  readonly mails = new MailSink();
  readonly actors = new AsyncLocalStorage<string>();
  /** What the bank has told the product in the step under way. */
  readonly facts: { at: number; fact: BankFact }[] = [];
  /** The story of the run. */
  lines: string[] = [];
  bankFaults: BankFault[] = [];
  /** Statements that may have changed something. */
  writes = 0;
  /** Two that ask about one thing at once, although a lease keeps one away. */
  readonly overlaps: string[] = [];
  private readonly underWay = new Map<string, Product>();

  constructor(
    readonly time: VirtualTime,
    readonly bank: SimBank,
    readonly folder: string,
  ) {
    this.scheduler = new Scheduler(time);
  }

  /** Another run: nothing of the one before is under way. */
  begin(): void {
    this.scheduler = new Scheduler(this.time);
    this.lines = [];
    this.bankFaults = [];
    this.underWay.clear();
    for (const list of [this.mails.delivered, this.mails.early, this.facts, this.overlaps]) list.length = 0;
  }

  say(line: string): void {
    this.lines.push(line);
  }

  async exchange(product: Product, body: string, path: string, post: () => Promise<Exchange>): Promise<Exchange> {
    const order = orderOf(body, path);
    const actor = this.actors.getStore() ?? 'background';
    const name = `${order.kind} ${order.reference}`;
    await product.gate.step(`asks the bank: ${name}`);
    const other = this.underWay.get(name);
    if (other && !other.isDead) this.overlaps.push(`two asked the bank at once: ${name}`);
    this.underWay.set(name, product);
    this.time.tick(20);
    this.bank.tick();
    const bankFault = this.bankFaultFor(order);
    const exchange = bankFault?.kind === 'unreachable' ? UNREACHABLE : await this.bent(bankFault, order, post);
    this.time.tick(20);
    this.underWay.delete(name);
    await product.gate.step(`hears of the bank: ${name}`);
    const fact = factOf(order, exchange, bankFault?.kind ?? null, actor);
    if (fact) this.facts.push({ at: this.time.now().getTime(), fact });
    if (fact)
      this.say(
        `    bank → ${actor}: ${fact.type} ${fact.reference} ${shown(fact)}${bankFault ? ` (${bankFault.kind})` : ''}`,
      );
    return exchange;
  }

  private bankFaultFor(order: Order): BankFault | null {
    const at = this.bankFaults.findIndex(({ on }) => on === order.kind);
    return at < 0 ? null : this.bankFaults.splice(at, 1)[0]!;
  }

  private async bent(bankFault: BankFault | null, order: Order, post: () => Promise<Exchange>): Promise<Exchange> {
    if (bankFault)
      this.bank.bend(order.kind as FaultTarget, order.reference, bankFault.kind, { commit: bankFault.commit });
    const exchange = await post();
    this.bank.straighten();
    return exchange;
  }
}

function shown(fact: BankFact): string {
  const { type: _type, reference: _reference, actor: _actor, ...rest } = fact;
  return Object.values(rest).join(' ');
}

const UNREACHABLE: Exchange = {
  kind: 'not-sent',
  reason: 'connection-refused',
  detail: 'ECONNREFUSED',
  httpStatus: null,
  text: '',
};
