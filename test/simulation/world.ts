import { SessionsService } from '../../src/modules/auth/sessions.service.js';
import type { BankFact } from './facts.js';
import { isLaunch } from './launch.js';
import { Model } from './model.js';
import { emptyRecords, type Done, type Records } from './records.js';
import type { Plan } from './plan.js';
import { type Call, Product, type Reply } from './product.js';
import { Random } from './random.js';
import type { SimBank } from './sim-bank.js';
import type { SimDatabase } from './sim-database.js';
import { Surroundings } from './surroundings.js';
import type { VirtualTime } from './virtual-time.js';

export type Person = 'admin' | 'priya' | 'rahul';
const USERS: Record<Person, number> = { admin: 1, priya: 2, rahul: 3 };
const SESSION_MS = 20 * 60_000;

/** Of a command, in the order of its answers. */
export interface DoneAt {
  done: Done;
  at: number;
  /** As many facts had been told before. */
  after: number;
}

/** One run: the products, what people hold in their hands, and the state of the model. */
export class World {
  records: Records = emptyRecords();
  /** As the database had it after the last step. */
  stored: Records = emptyRecords();
  readonly done: DoneAt[] = [];
  /** Pages of the bank that customers keep open, by invoice. */
  readonly pages: string[] = [];
  readonly returns: { invoice: string; txn: string; body: string }[] = [];
  readonly events: string[] = [];
  /** Messages that the bank delivers in the end. */
  readonly advices: string[] = [];
  /** Payments that somebody was told are paid. */
  readonly claims: string[] = [];
  /** What does not fit, whatever the rules say. */
  readonly complaints: string[] = [];
  /** Captures that the bank has told of: transaction and paise. */
  readonly told = new Set<string>();
  crashes = 0;
  /** Somebody is killed, or the database is lost, in the step under way. */
  isRough = false;
  private readonly names = new Map<string, string>();
  private readonly sessions = new Map<Person, { token: string; from: number; used: number }>();
  private keys = 0;
  private starts: number;

  constructor(
    readonly plan: Plan,
    readonly around: Surroundings,
    readonly database: SimDatabase,
    readonly products: Product[],
  ) {
    this.starts = products.length;
  }

  get time(): VirtualTime {
    return this.around.time;
  }
  get bank(): SimBank {
    return this.around.bank;
  }
  /** There are projects with catalogues, merchants, limits and terms of their own. */
  get hasLaunch(): boolean {
    return isLaunch(this.plan.seed);
  }
  get now(): number {
    return this.time.now().getTime();
  }

  /** As things stand between two steps. */
  get model(): Model {
    return new Model(this.records, this.stored, false);
  }

  async startProduct(): Promise<Product> {
    this.starts += 1;
    const product = await Product.start(`product ${this.starts}`, this.database.url, this.around, this.hasLaunch);
    this.products.push(product);
    return product;
  }

  /** Of several instances the one that chance sends somebody to. */
  product(more: number): Product {
    const alive = this.products.filter(({ isDead }) => !isDead);
    return alive[Math.floor(more * alive.length)] ?? this.products[0]!;
  }

  /** The customer still has the bank's page of an attempt that has ended without money. */
  isGivenUp(invoice: string): boolean {
    const attempt = this.records.attempts.get(invoice);
    return attempt !== undefined && ['failed', 'cancelled', 'abandoned'].includes(attempt.status);
  }

  hasFailedUpgrade(gold: string): boolean {
    return [...this.records.payments.values()].some(({ source, upgrade }) => source === gold && upgrade === 'failed');
  }

  newKey(): string {
    this.keys += 1;
    return `key-${this.plan.seed}-${this.keys}`;
  }

  /** `P3` in the trace, whatever the id is. */
  alias(id: string): string {
    const known = this.names.get(id);
    if (known) return known;
    const name = `P${this.names.size + 1}`;
    this.names.set(id, name);
    return name;
  }

  /** Whoever has been away for too long signs in again, and whose last use lies ahead of a clock that was set back. */
  private async tokenOf(who: Person, product: Product): Promise<string> {
    const known = this.sessions.get(who);
    const { now } = this;
    if (known && now >= known.used && now - known.from < SESSION_MS) {
      known.used = now;
      return known.token;
    }
    const visitor = { ip: '127.0.0.1', userAgent: null, kind: 'bearer' as const, device: null };
    const work = product.get(SessionsService).start({ id: USERS[who] } as never, visitor);
    const session = await Promise.race([work, product.gate.death]);
    if (!session) throw new Error(`${product.name} died before ${who} had signed in`);
    this.sessions.set(who, { token: session.token, from: now, used: now });
    return session.token;
  }

  async signIn(): Promise<void> {
    for (const who of ['admin', 'priya', 'rahul'] as const) await this.tokenOf(who, this.product(0));
  }

  /** A request of staff, or of a customer when nobody is named. */
  async call(product: Product, who: Person | null, method: string, path: string, given: Call = {}): Promise<Reply> {
    let token: string | undefined;
    try {
      token = who === null ? undefined : await this.tokenOf(who, product);
    } catch {
      return { status: 0, code: 'NO_ANSWER', body: undefined, text: '', location: null };
    }
    const reply = await product.call(method, path, { ...given, token });
    if (reply.status >= 500 && reply.status !== 503)
      this.complaints.push(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply;
  }

  /** Notes what was asked and answered. @returns the reply */
  note(done: Omit<Done, 'status' | 'code'>, reply: Reply): Reply {
    const whole: Done = { ...done, status: reply.status, code: reply.code };
    this.done.push({ done: whole, at: this.now, after: this.around.facts.length });
    this.say(whole);
    return reply;
  }

  takeFacts(): { at: number; fact: BankFact }[] {
    const facts = this.around.facts.splice(0);
    for (const { fact } of facts)
      if (fact.type === 'status' && fact.outcome === 'paid') this.told.add(`${fact.txn} ${fact.amount}`);
    return facts;
  }

  private say({
    actor,
    name,
    payment,
    amount,
    project,
    tier,
    to,
    terms,
    units,
    wantedVersion,
    decision,
    wanted,
    status,
    code,
  }: Done): void {
    const about = [
      this.hasLaunch &&
        [project, tier, to, terms && `terms ${terms}`, units, wantedVersion]
          .filter((word) => word !== undefined && word !== null)
          .join(' '),
      payment && this.alias(payment),
      amount !== undefined && `₹${amount / 100}`,
      decision,
      wanted !== undefined && (wanted ? 'on' : 'off'),
    ].filter(Boolean);
    this.around.say(`  ${actor}: ${name} ${about.join(' ')} → ${status || 'no answer'} ${code}`);
  }
}

/** One of a list; null when it is empty. */
export function oneOf<T>(list: readonly T[], pick: number): T | null {
  return list[Math.floor(pick * list.length)] ?? null;
}

/** Numbers that belong to one command alone. */
export function chanceOf(more: number): Random {
  return new Random(Math.floor(more * 2 ** 31));
}
