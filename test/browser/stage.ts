import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { TestBrowser } from '../support/browser.js';
import { Product } from '../support/product.js';

/** A product and a browser for the tests of one file; there from the first test on. */
export interface Stage {
  product: Product;
  browser: TestBrowser;
}

/** @param settings of the product, asked for when it is about to start */
export function stage(settings: () => Promise<Record<string, string>> = async () => ({})): Stage {
  const set = {} as Stage;
  beforeAll(async () => {
    set.product = await Product.start(await settings());
    set.browser = await TestBrowser.launch(set.product.url);
  });
  afterEach(async () => {
    await set.product.bank({ op: 'clear-faults' });
    await set.browser.closeVisitors();
  });
  afterAll(async () => {
    await set.browser?.close();
    await set.product?.stop();
  });
  return set;
}
