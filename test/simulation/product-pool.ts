import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { DEFAULT_PROJECT_ID } from '../../src/domain/projects/project-rules.js';
import { SessionsService } from '../../src/modules/auth/sessions.service.js';
import { Catalogues } from '../../src/modules/catalogue/index.js';
import { openLaunch } from './launch.js';
import { Product } from './product.js';
import { Random } from './random.js';
import type { Rows, SimDatabase } from './sim-database.js';
import type { Surroundings } from './surroundings.js';
import { real } from './virtual-time.js';

/** Products that were started together, and how to have them once more as they were then. */
interface Cast {
  products: readonly Product[];
  rows: Rows;
  restore: () => void;
}

/** Of what a start draws; away from the numbers that runs have. */
const FIRST_SEED = 1_000_000;
/** Turns of the event loop in which what an answer has left running comes to its end. */
const LAST_TURNS = 8;
const WEEKS_MS = 40 * 86_400_000;

/**
 * Products for one run after another: each finds them as right after their start, in their memory, in the database and in time. Only
 * where a run has stopped or killed one of them, or has failed, others are started for the next.
 */
export class ProductPool {
  private readonly casts = new Map<string, Cast>();

  constructor(
    private readonly database: SimDatabase,
    private readonly around: Surroundings,
  ) {}

  /** @param hasLaunch with the projects of `launch.ts`, and settings for their merchants */
  async take(count: number, hasLaunch: boolean): Promise<readonly Product[]> {
    const name = `${count} ${hasLaunch}`;
    const cast = this.casts.get(name) ?? (await this.start(count, hasLaunch));
    this.casts.set(name, cast);
    this.database.hasLaunch = hasLaunch;
    await this.database.reset(cast.rows);
    cast.restore();
    if (hasLaunch) await this.readCatalogues(cast.products);
    return cast.products;
  }

  /** @param lent as they were taken @param left whoever is there after the run @param isWell the run has come to its end */
  async giveBack(
    lent: readonly Product[],
    left: readonly Product[],
    isWell: boolean,
    hasLaunch: boolean,
  ): Promise<void> {
    await turns(LAST_TURNS);
    const isWhole = lent.every((product) => left.includes(product) && !product.isDead);
    if (isWhole && isWell && !this.around.time.isAwaited) return;
    this.casts.delete(`${lent.length} ${hasLaunch}`);
    await this.stop(left);
  }

  /** @pre time is installed */
  async close(): Promise<void> {
    for (const { products } of this.casts.values()) await this.stop(products);
    this.casts.clear();
    this.around.actors.disable();
  }

  /** Versions never change for a product; those of the run before are not there any more. */
  private async readCatalogues(products: readonly Product[]): Promise<void> {
    for (const product of products)
      await this.around.scheduler.all([() => product.get(Catalogues).inForce(DEFAULT_PROJECT_ID)], null);
  }

  /** As an admin, weeks ago: clocks that are set back do not come before it. */
  private async launch(product: Product): Promise<void> {
    const { time, scheduler } = this.around;
    time.setClock(-WEEKS_MS);
    const visitor = { ip: '127.0.0.1', userAgent: null, kind: 'bearer' as const, device: null };
    await scheduler.all(
      [
        async () => {
          const { token } = await product.get(SessionsService).start({ id: 1 } as never, visitor);
          await openLaunch((method, path, body) => product.call(method, path, { body, token }), istDayOf(time.now()));
        },
      ],
      null,
    );
    time.setClock(WEEKS_MS);
  }

  private async start(count: number, hasLaunch: boolean): Promise<Cast> {
    const { time, scheduler } = this.around;
    time.begin(new Random(FIRST_SEED + count));
    time.rewind();
    await this.database.reset(this.database.empty);
    const products: Product[] = [];
    for (let at = 1; at <= count; at += 1)
      products.push(
        ...(await scheduler.patiently(() =>
          scheduler.all([() => Product.start(`product ${at}`, this.database.url, this.around, hasLaunch)], null),
        )),
      );
    if (hasLaunch) await this.launch(products[0]!);
    // What a start has begun is over: put back under way, it would never end.
    for (const product of products) {
      await scheduler.all([() => product.heartbeats()], null);
      await scheduler.all([() => product.settle()], null);
    }
    await turns(LAST_TURNS);
    const puttings = [time.bookmark(), ...products.map((product) => product.bookmark())];
    const restore = () => {
      for (const put of puttings) put();
    };
    return { products, rows: await this.database.rows(), restore };
  }

  private async stop(products: readonly Product[]): Promise<void> {
    const { scheduler } = this.around;
    try {
      await scheduler.all(
        products.map((product) => () => product.stop()),
        null,
      );
    } catch {
      // Only what has failed before can keep a product from stopping; that is told already.
    }
    await real.turn();
  }
}

async function turns(many: number): Promise<void> {
  for (let turn = 0; turn < many; turn += 1) await real.turn();
}
