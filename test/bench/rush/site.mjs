// Everything that takes part in a rush, each in a process of its own: product, bank, mail server, desks and customers.
import { createHmac } from 'node:crypto';
import { ADMIN_EMAIL } from '../books/rows.mjs';
import { startBank } from '../support/bank.mjs';
import { startMailServer } from '../support/mail-server.mjs';
import { startProduct } from '../support/product.mjs';
import { deskEmails } from './engines.mjs';
import { LoadProcess } from './load-process.mjs';
import { watchProcessors, yardstickMs } from './processor.mjs';

/** Sites that sell on one database, one after the other or side by side, begin so far apart. */
export const CUSTOMERS_OF_A_SITE = 1_000_000;
/** What the bank takes for each answer. */
const BANK_DELAY_MS = 100;
const YARDSTICK_ROUNDS = 2_000;
const YARDSTICK = Buffer.alloc(1024, 'x');

export class RushSite {
  /**
   * @param settings of the product, beyond the usual
   * @param firstCustomer as for `open` of the generator
   */
  static async start(books, workers, settings = {}, firstCustomer = 1) {
    const site = new RushSite();
    const stops = [];
    site.stop = async () => {
      for (const stop of stops.reverse()) await stop();
    };
    try {
      site.books = books;
      site.bank = await startBank();
      stops.push(() => site.bank.stop());
      await site.bank.control({ status: 'REQ', delayMs: BANK_DELAY_MS });
      site.mail = await startMailServer();
      stops.push(() => site.mail.stop());
      // As it is shipped, but for the addresses of customers, which one load generator has to make up.
      const more = { WORKERS: String(workers), SMTP_URL: site.mail.url, TRUST_PROXY: '1', POLL_INTERVAL_SECONDS: '10', ...settings };
      site.product = await startProduct({ databaseUrl: books.url, bankUrl: site.bank.url, more });
      stops.push(() => site.product.stop());
      site.load = new LoadProcess();
      stops.push(() => site.load.stop());
      await site.load.ask('open', {
        product: { url: site.product.url },
        bank: { url: site.bank.url },
        emails: await deskEmails(books),
        admin: ADMIN_EMAIL,
        firstCustomer,
      });
      return site;
    } catch (error) {
      await site.stop();
      throw error;
    }
  }

  watch() {
    const { product, books, load, bank, mail } = this;
    return watchProcessors({ product: [product.pid], database: books.databasePids, load: [load.pid, bank.pid, mail.pid, process.pid] });
  }

  /** @returns `{ captures, advices }` of the bank */
  async bankBook() {
    return (await fetch(`${this.bank.url}/book`)).json();
  }

  async clearBank() {
    await (await fetch(`${this.bank.url}/clear`)).arrayBuffer();
  }
}

/** Milliseconds of processor time for two thousand signatures of a kilobyte. */
export function yardstick() {
  return yardstickMs(() => {
    for (let at = 0; at < YARDSTICK_ROUNDS; at += 1) createHmac('sha256', 'yardstick').update(YARDSTICK).digest('hex');
  });
}
