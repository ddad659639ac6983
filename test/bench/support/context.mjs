// What a work gets to run with: the product and the floor on a database, started once and kept until the end.
import { ADMINS, adminEmailOf } from '../books/rows.mjs';
import { signIn, startProduct } from './product.mjs';
import { startFloor } from './floor.mjs';
import { cannon } from './load.mjs';

export const SELLER = { id: 2, email: 'seller2@bench.example' };

export class Context {
  #pairs = new Map();

  constructor({ server, quick, folder, say, rush = {} }) {
    this.rush = rush;
    this.server = server;
    this.quick = quick;
    this.folder = folder;
    this.say = say;
    this.turns = quick ? { rounds: 7, perRound: 60 } : { rounds: 15, perRound: 150 };
    this.warmUp = { amount: quick ? 1500 : 4000 };
    /** Payments of a database that a work makes for itself and spoils. */
    this.workSize = 100_000;
    /** Each is about another open payment, of which there are eleven thousand. */
    this.advices = quick
      ? { warm: 600, rounds: 2, many: 1200, single: 200, killed: 600 }
      : { warm: 800, rounds: 3, many: 2000, single: 400, killed: 600 };
    /** How often as many checks as run at once. */
    this.pollTurns = quick ? 20 : 50;
    this.pressure = quick ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 4 };
  }

  /** @returns `{ product, floor, admin, seller }`: two running servers, and the headers of two people who are signed in */
  pair(database) {
    if (!this.#pairs.has(database)) this.#pairs.set(database, this.#start(database));
    return this.#pairs.get(database);
  }

  /** Ends the servers of a database, for works that need the machine to themselves. */
  async end(database) {
    const pair = await this.#pairs.get(database)?.catch(() => null);
    this.#pairs.delete(database);
    await pair?.product.stop();
    await pair?.floor.stop();
  }

  async close() {
    for (const database of this.#pairs.keys()) await this.end(database);
  }

  async #start(database) {
    const [product, floor] = await Promise.all([
      startProduct({ server: this.server, database }),
      startFloor({ server: this.server, database }),
    ]);
    const [admin, seller] = [await signIn(product), await signIn(product, SELLER.email)];
    // Code that has just been loaded is interpreted: it is timed once the engine has compiled what is asked often.
    const { amount } = this.warmUp;
    await cannon(
      { url: `${product.url}/admin/dashboard`, headers: admin, pid: product.pid },
      { amount, connections: 8 },
    );
    await cannon({ url: `${floor.url}/list`, pid: floor.pid }, { amount, connections: 8 });
    const others = Array.from({ length: ADMINS - 1 }, (_, at) => signIn(product, adminEmailOf(at + 1)));
    return { product, floor, admin, admins: [admin, ...(await Promise.all(others))], seller };
  }
}

export const sizeOf = (database) => database.replace('bench_', '').replace('k', ' k').replace('m', ' M');

/** @throws when the product and the floor do not say the same: figures of different answers are not compared */
export function requireSame(what, ours, floors) {
  const [a, b] = [JSON.stringify(ours), JSON.stringify(floors)];
  if (a !== b) throw new Error(`${what}: the product answers ${a.slice(0, 300)}, the floor ${b.slice(0, 300)}`);
}

export async function jsonOf(url, headers = {}) {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${answer.status} from ${new URL(url).pathname}`);
  return answer.json();
}
