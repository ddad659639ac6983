import type { CreateLinkRequest } from '../../../src/contracts/links';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/domain/calendar/durations';
import { IST_OFFSET_MS } from '../../../src/domain/calendar/ist-day';
import { firstName } from '../../../src/domain/people/masking';
import { tokenLabel, type TokenType } from '../../../src/domain/payment/token-catalogue';

/** What a device may hold of a sale: everything that is sent but an identity number, which no form of staff asks for. */
export type KeptRequest = Omit<CreateLinkRequest, 'panCard'> & { tokenType: TokenType };

export type SaleState =
  /** Is sent by itself, as soon as it can be. */
  | { kind: 'waiting' }
  /** The session has ended, or another person is signed in: waits for the same person. */
  | { kind: 'signedOut' }
  /** The double-sell guard asks; a person has to answer. */
  | { kind: 'question'; code: string; message: string }
  /** Refused for certain: a person has to mend the form. */
  | { kind: 'refused'; message: string; details: Record<string, string> }
  | { kind: 'sent'; paymentId: string }
  /** Its day has ended. Nothing of the customer is left. */
  | { kind: 'over' };

/** One sale on the device, from Create until its link was seen or the sale was discarded. */
export interface WaitingSale {
  /** Its idempotency key, for as long as its request stays the same. */
  key: string;
  /** Id of the account that made it: nobody else sees or sends it. */
  ownerId: string;
  madeAt: number;
  /** Medal of its tier. */
  tokenType: TokenType;
  /** Name of its tier when it was sold, told after the request is gone too; an older release did not keep it. */
  tierName?: string;
  /** Null once it is sent or over. */
  request: KeptRequest | null;
  /** Of the customer; empty once it is over. */
  firstName: string;
  state: SaleState;
  /** When its link came. */
  sentAt?: number;
  /** When its day was found to be over; an older release did not keep it. */
  overAt?: number;
  /** A request left the device and nobody knows what became of it. */
  mayExist: boolean;
  /** Since the last answer, for the pause before the next try. */
  tries: number;
  /** The next try by itself; a network that comes back is not waited for. */
  retryAt: number;
  /** Asked for by the server (Retry-After): not tried before, whatever happens. */
  notBefore: number;
}

export type SaleEvent =
  | { kind: 'created'; paymentId: string }
  /** It was sent, and no answer came, or none that can be read. */
  | { kind: 'unanswered' }
  | {
      kind: 'refusal';
      status: number;
      code: string;
      message: string;
      details: Record<string, string>;
      /** Seconds, where the answer named them. */
      retryAfter: number | null;
    }
  /** Before it was sent: somebody else is signed in here by now. */
  | { kind: 'otherPerson' }
  /** Before it was sent: the server could not be asked who is signed in. */
  | { kind: 'notSent' }
  /** Its owner has opened a page of the product. */
  | { kind: 'signedIn' };

const FIRST_PAUSE_MS = 5 * SECOND_MS;
const LONGEST_PAUSE_MS = 2 * MINUTE_MS;
/** A link that comes later than this before midnight may not have been seen on its day. */
const LATE_MS = HOUR_MS;
/** How long the day's end is told, to somebody who may be away. */
const TOLD_FOR_DAYS = 7;
const QUESTIONS: ReadonlySet<string> = new Set(['OPEN_LINK_EXISTS', 'TOKEN_HELD']);

/** A sale as the form hands it over. */
export interface SoldSale {
  request: KeptRequest;
  /** Name of the tier in the form's catalogue. */
  tierName: string;
}

export function newSale(key: string, ownerId: string, { request, tierName }: SoldSale, now: number): WaitingSale {
  return {
    key,
    ownerId,
    madeAt: now,
    tokenType: request.tokenType,
    tierName,
    request,
    firstName: firstName(request.customerData.name),
    state: { kind: 'waiting' },
    mayExist: false,
    tries: 0,
    retryAt: 0,
    notBefore: 0,
  };
}

/** Name of the tier that was sold. */
export function tierNameOf({ tierName, tokenType }: Pick<WaitingSale, 'tierName' | 'tokenType'>): string {
  return tierName ?? tokenLabel(tokenType);
}

/** A correction leaves something of who it is for; a request that shares nothing with the other is for somebody else. */
export function isSameCustomer({ customerData: one }: KeptRequest, { customerData: other }: KeptRequest): boolean {
  const isSame = (a = '', b = '') => a !== '' && a.toLowerCase() === b.toLowerCase();
  return isSame(one.email, other.email) || isSame(one.phone, other.phone) || isSame(one.name, other.name);
}

/** What becomes of a sale. The spec beside this file is the table of all cases. */
export function afterEvent(sale: WaitingSale, event: SaleEvent, now: number): WaitingSale {
  // That it exists is true in every state, and once known nothing else matters.
  if (event.kind === 'created')
    return { ...bare(sale), sentAt: now, state: { kind: 'sent', paymentId: event.paymentId } };
  if (sale.state.kind === 'sent' || sale.state.kind === 'over') return sale;
  switch (event.kind) {
    case 'signedIn':
      return sale.state.kind === 'signedOut' ? { ...sale, state: { kind: 'waiting' }, tries: 0, retryAt: now } : sale;
    case 'otherPerson':
      return { ...sale, state: { kind: 'signedOut' } };
    case 'notSent':
      return postponed(sale, now);
    case 'unanswered':
      return { ...postponed(sale, now), mayExist: true };
    case 'refusal':
      return afterRefusal(sale, event, now);
  }
}

function afterRefusal(
  sale: WaitingSale,
  { status, code, message, details, retryAfter }: Extract<SaleEvent, { kind: 'refusal' }>,
  now: number,
): WaitingSale {
  const notBefore = retryAfter === null ? sale.notBefore : now + retryAfter * SECOND_MS;
  // Turned away before the key was looked at: says nothing about an earlier request under the same key.
  if (status === 401) return { ...sale, state: { kind: 'signedOut' } };
  if (status === 429 || code === 'CSRF_FAILED') return { ...postponed(sale, now), notBefore };
  if (status === 403) return { ...sale, state: { kind: 'refused', message, details } };
  // Nobody knows whether it was done, and the same key finds out.
  if (status >= 500 || status === 408 || code === 'IDEMPOTENCY_RUNNING') {
    return { ...postponed(sale, now), mayExist: true, notBefore };
  }
  // From here on it was refused for certain: nothing under this key exists.
  const certain = { ...sale, mayExist: false };
  if (code === 'CONFLICT') return { ...postponed(certain, now), notBefore };
  if (QUESTIONS.has(code)) return { ...certain, state: { kind: 'question', code, message } };
  return { ...certain, state: { kind: 'refused', message, details } };
}

function postponed(sale: WaitingSale, now: number): WaitingSale {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** sale.tries);
  return { ...sale, state: { kind: 'waiting' }, tries: sale.tries + 1, retryAt: now + pause };
}

function bare(sale: WaitingSale): WaitingSale {
  return { ...sale, request: null, mayExist: false, tries: 0, retryAt: 0, notBefore: 0 };
}

/** What is left of a sale as time passes: null once nothing is to be told any more. */
export function asOf(sale: WaitingSale, now: number): WaitingSale | null {
  if (dayNumber(now) <= dayNumber(sale.madeAt)) return sale;
  const { state, mayExist } = sale;
  if (state.kind !== 'sent' && state.kind !== 'over')
    return { ...bare(sale), firstName: '', mayExist, overAt: now, state: { kind: 'over' } };
  if (dayNumber(now) - toldSince(sale) >= TOLD_FOR_DAYS || (state.kind === 'sent' && !cameLate(sale))) return null;
  return state.kind === 'over' || sale.firstName === '' ? sale : { ...sale, firstName: '' };
}

/** The day from which it is told, seven days long: the clock may have been far behind when it was made. */
function toldSince({ madeAt, overAt = madeAt, sentAt = madeAt }: WaitingSale): number {
  return Math.max(dayNumber(madeAt) + 1, dayNumber(overAt), dayNumber(sentAt));
}

/** Around midnight or after it: the seller may not have seen it, and is told without the customer's name. */
function cameLate({ sentAt, madeAt }: WaitingSale): boolean {
  return sentAt !== undefined && sentAt >= endOfDay(madeAt) - LATE_MS;
}

/** Not sent yet, and not over: it would be lost with the device. */
export function isUnsent({ state }: WaitingSale): boolean {
  return state.kind !== 'sent' && state.kind !== 'over';
}

/** @param isWoken the network is back, the page was opened or is seen again: only what the server asked for is waited for */
export function isDue({ state, retryAt, notBefore }: WaitingSale, now: number, isWoken: boolean): boolean {
  return state.kind === 'waiting' && now >= notBefore && (isWoken || now >= retryAt);
}

/**
 * When something is to be done about it by itself: the next try, or the end of its day. Milliseconds.
 * @param canSend this tab is the one to try it: it is its owner's, and there is a network
 */
export function nextMoment(sale: WaitingSale, canSend: boolean): number {
  const { state, firstName: customer, madeAt, retryAt, notBefore } = sale;
  const midnight = endOfDay(madeAt);
  if (state.kind === 'over' || (state.kind === 'sent' && customer === '')) return Infinity;
  return canSend && state.kind === 'waiting' ? Math.min(midnight, Math.max(retryAt, notBefore)) : midnight;
}

function endOfDay(madeAt: number): number {
  return (dayNumber(madeAt) + 1) * DAY_MS - IST_OFFSET_MS;
}

function dayNumber(ms: number): number {
  return Math.floor((ms + IST_OFFSET_MS) / DAY_MS);
}
