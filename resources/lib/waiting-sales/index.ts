import type { CreateLinkData } from '../../../src/contracts/links';
import { connection } from '../connection';
import {
  afterEvent,
  asOf,
  isDue,
  isSameCustomer,
  isUnsent,
  newSale,
  nextMoment,
  type SoldSale,
  type WaitingSale,
} from './sale-rules';
import { openSaleStore, type SaleStore } from './sale-store';
import { prepareSending, sendSale } from './send-sale';
import { setWaitingMark } from './set-mark';
import { exclusively, otherTabs } from './tabs';

export { isUnsent, type KeptRequest, tierNameOf, type WaitingSale } from './sale-rules';

/** A longer one would overflow the browser's timer. */
const LONGEST_TIMER_MS = 3_600_000;

export interface WaitingSales {
  /** Of the person who is signed in, oldest first. */
  sales: readonly WaitingSale[];
  /** Keys of those that are being sent by this tab. */
  sending: ReadonlySet<string>;
  /** False when they go with this tab. */
  isLasting: boolean;
  /** Those of the person have been looked up. */
  isRead: boolean;
}

/** What became of one try. */
export interface Attempt {
  sale: WaitingSale | null;
  made: CreateLinkData | null;
}

let store: Promise<SaleStore> | undefined;
let personId: string | null = null;
let shown: WaitingSales = { sales: [], sending: new Set(), isLasting: true, isRead: false };
let timer: ReturnType<typeof setTimeout> | undefined;
/** Of this person, with those that a form has in its hands. */
let own: readonly WaitingSale[] = [];
const sending = new Set<string>();
/** Sales that a form on the screen is busy with: it says itself how they stand. */
const held = new Set<string>();
const listeners = new Set<() => void>();
const tellOthers = otherTabs(() => void quietly(refresh()));

const opened = () => (store ??= openSaleStore(() => (store = undefined)));

/** What nobody waits for. Storage that fails, as when the site's data is cleared meanwhile, is opened anew the next time. */
function quietly(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => undefined,
    () => {
      store = undefined;
    },
  );
}

/** Reads what is kept, and ends what is over. */
async function refresh(): Promise<void> {
  const { all, replace, remove, isLasting } = await opened();
  const now = Date.now();
  const left: WaitingSale[] = [];
  for (const sale of await all()) {
    const current = asOf(sale, now);
    if (current === null) await remove(sale.key);
    else if (current !== sale) await replace(current);
    if (current) left.push(current);
  }
  setWaitingMark(left);
  own = left.filter(({ ownerId }) => ownerId === personId).sort((a, b) => a.madeAt - b.madeAt);
  const sales = own.filter(({ key }) => !held.has(key));
  shown = { sales, sending: new Set(sending), isLasting, isRead: personId !== null };
  listeners.forEach((changed) => changed());
  plan(left);
}

/** Until those of another person are read none are shown: nobody sees those of whoever was here before. */
function enter(person: string): void {
  if (personId !== person && personId !== null) {
    own = [];
    shown = { ...shown, sales: [], isRead: false };
    listeners.forEach((changed) => changed());
  }
  personId = person;
}

async function changed(): Promise<void> {
  await refresh();
  tellOthers();
}

function plan(sales: readonly WaitingSale[]): void {
  clearTimeout(timer);
  const idle = sales.filter(({ key }) => !sending.has(key));
  const canSend = ({ ownerId }: WaitingSale) => ownerId === personId && navigator.onLine;
  const next = Math.min(...idle.map((sale) => nextMoment(sale, canSend(sale))));
  if (next === Infinity) return;
  const pause = Math.min(LONGEST_TIMER_MS, Math.max(1000, next - Date.now()));
  timer = setTimeout(() => void quietly(refresh().then(() => sendDue(false))), pause);
}

/**
 * Sends one sale now, unless another tab has done so meanwhile.
 * @param tries as they were when it was found to be due: one that was tried since waits for its pause
 */
async function attempt(key: string, tries?: number): Promise<Attempt> {
  const { get, replace } = await opened();
  return exclusively(key, async () => {
    const sale = await get(key);
    if (!sale || sale.state.kind !== 'waiting' || sale.ownerId !== personId || asOf(sale, Date.now()) !== sale) {
      return { sale: sale ?? null, made: null };
    }
    if (!navigator.onLine || (tries !== undefined && sale.tries !== tries)) return { sale, made: null };
    sending.add(key);
    // A tab that is closed before the answer leaves it so.
    await replace({ ...sale, mayExist: true });
    await refresh();
    try {
      const { event, made } = await sendSale(sale);
      const after = afterEvent(asOf(sale, Date.now()) ?? sale, event, Date.now());
      await replace(after);
      return { sale: after, made };
    } finally {
      sending.delete(key);
      await changed();
    }
  });
}

async function sendDue(isWoken: boolean): Promise<void> {
  if (!navigator.onLine || personId === null) return;
  const now = Date.now();
  const due = shown.sales.filter((sale) => isDue(sale, now, isWoken) && !sending.has(sale.key));
  for (const { key, tries } of due) await attempt(key, tries);
}

async function wake(): Promise<void> {
  await refresh();
  await sendDue(true);
}

let isListening = false;
function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('online', () => void quietly(wake()));
  window.addEventListener('pageshow', () => void quietly(wake()));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void quietly(wake());
  });
  connection.subscribe(() => {
    if (connection.isReachable()) void quietly(wake());
  });
}

/**
 * Sales that were made and have no link yet. They are stored before they are sent, and stay until the server has answered, a person
 * has discarded them, or their day is over.
 */
export const waitingSales = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  current: () => shown,

  /** A page of this person is open. */
  async open(person: string, { isSignedIn = true } = {}): Promise<void> {
    const isNew = personId !== person;
    enter(person);
    listen();
    if (isSignedIn && isNew) {
      const { all, replace } = await opened();
      for (const sale of await all())
        if (sale.ownerId === person && sale.state.kind === 'signedOut')
          await replace(afterEvent(sale, { kind: 'signedIn' }, Date.now()));
    }
    await refresh();
    void quietly(sendDue(true));
  },

  /** Who made the sale is looked up while the form is filled in. */
  prepare: () => (personId === null || !navigator.onLine ? Promise.resolve() : prepareSending(personId)),

  /**
   * Held by the form until it releases it.
   * @param replaces the sale that was mended; the same one where it is sent again as it was. It stays where this one is for somebody else
   */
  async add(person: string, key: string, sold: SoldSale, replaces: string | null = null): Promise<void> {
    enter(person);
    listen();
    held.add(key);
    const { add, get, remove } = await opened();
    await add(newSale(key, person, sold, Date.now()));
    if (replaces !== null && replaces !== key) {
      const mended = (await get(replaces))?.request;
      if (mended && !isSameCustomer(mended, sold.request)) held.delete(replaces);
      else await remove(replaces);
    }
    await refresh();
  },

  /** The form is busy with a sale that waited. @returns the sale; null where it is gone, or sent */
  async hold(key: string): Promise<WaitingSale | null> {
    const sale = own.find((each) => each.key === key);
    if (!sale?.request) return null;
    held.add(key);
    await refresh();
    return sale;
  },

  /** The form has done with it. */
  release: (key: string) => (held.delete(key) ? quietly(changed()) : Promise.resolve()),

  attempt: (key: string) => attempt(key),

  /** All that wait, whatever their pause; what the server asked for is kept. */
  sendAll: () => quietly(wake()),

  /** Not while it is being sent: an answer on its way is waited for. @returns false when it was sent meanwhile */
  async discard(key: string): Promise<boolean> {
    const { get, remove } = await opened();
    const isGone = await exclusively(key, async () => {
      if ((await get(key))?.state.kind === 'sent') return false;
      await remove(key);
      return true;
    });
    await changed();
    return isGone;
  },

  /** Seen: the sale has a page of its own, or its end was told. */
  dismiss(key: string): Promise<void> {
    held.delete(key);
    return quietly(opened().then(({ remove }) => remove(key).then(changed)));
  },

  /** At the end of a session: nothing of this person stays. */
  async forgetAll(): Promise<void> {
    const { remove } = await opened();
    for (const { key } of own) await exclusively(key, () => remove(key));
    await changed();
  },

  /** Those that would be lost. */
  unsent: () => own.filter(isUnsent),

  /** Whether this device holds sales of somebody else. */
  async othersWait(): Promise<boolean> {
    const { all } = await opened();
    return (await all()).some(({ ownerId }) => ownerId !== personId);
  },
};

void quietly(refresh());
