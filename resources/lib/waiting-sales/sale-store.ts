import type { WaitingSale } from './sale-rules';

const DATABASE = 'tokendesk-sales';
const SALES = 'sales';

/** Sales on this device, by their keys. Every person's: whoever reads picks their own. */
export interface SaleStore {
  all: () => Promise<WaitingSale[]>;
  get: (key: string) => Promise<WaitingSale | undefined>;
  /** Writes a new sale; one that is there under the same key is overwritten. */
  add: (sale: WaitingSale) => Promise<void>;
  /** Updates a sale. Does nothing where it was removed meanwhile: it was discarded, or the site's data was cleared. */
  replace: (sale: WaitingSale) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** False when what it holds goes with the tab. */
  readonly isLasting: boolean;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(SALES, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
    request.onblocked = () => reject(new Error('database blocked'));
  });
}

/** Resolves once it is on the disk, where the browser can promise that: a tablet whose battery ends has it all the same. */
function run<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  act: (sales: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(SALES, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(SALES));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('transaction aborted'));
  });
}

/** Updates it in one transaction. @returns false where the database does not have it */
async function overwrite(database: IDBDatabase, sale: WaitingSale): Promise<boolean> {
  const found = await run(database, 'readwrite', (sales) => {
    const request = sales.openCursor(sale.key);
    request.onsuccess = () => request.result?.update(sale);
    return request;
  });
  return found !== null;
}

/** What the disk had no room for, as long as the tab: a sale is sent all the same. Newer than what the database has of it. */
const unwritten = new Map<string, WaitingSale>();

function inDatabase(database: IDBDatabase): SaleStore {
  return {
    get isLasting() {
      return unwritten.size === 0;
    },
    async all() {
      const written = await run<WaitingSale[]>(database, 'readonly', (sales) => sales.getAll());
      return [...written.filter(({ key }) => !unwritten.has(key)), ...unwritten.values()];
    },
    get: async (key) =>
      unwritten.get(key) ?? (await run<WaitingSale | undefined>(database, 'readonly', (sales) => sales.get(key))),
    async add(sale) {
      try {
        await run(database, 'readwrite', (sales) => sales.put(sale));
        unwritten.delete(sale.key);
      } catch {
        unwritten.set(sale.key, sale);
      }
    },
    async replace(sale) {
      try {
        if (await overwrite(database, sale)) unwritten.delete(sale.key);
        else if (unwritten.has(sale.key)) unwritten.set(sale.key, sale);
      } catch {
        unwritten.set(sale.key, sale);
      }
    },
    remove(key) {
      unwritten.delete(key);
      return run(database, 'readwrite', (sales) => sales.delete(key));
    },
  };
}

function inMemory(): SaleStore {
  const sales = new Map<string, WaitingSale>();
  return {
    isLasting: false,
    all: () => Promise.resolve([...sales.values()]),
    get: (key) => Promise.resolve(sales.get(key)),
    add: (sale) => Promise.resolve(void sales.set(sale.key, sale)),
    replace: (sale) => Promise.resolve(void (sales.has(sale.key) && sales.set(sale.key, sale))),
    remove: (key) => Promise.resolve(void sales.delete(key)),
  };
}

/**
 * A browser that keeps nothing (private windows of some) holds them as long as the tab.
 * @param onLost the browser has closed it, as when the site's data is cleared
 */
export async function openSaleStore(onLost: () => void): Promise<SaleStore> {
  try {
    const database = await open();
    database.onclose = onLost;
    return inDatabase(database);
  } catch {
    return inMemory();
  }
}
