import type { SessionUser } from '../../../src/contracts/auth';
import type { CreateLinkData } from '../../../src/contracts/links';
import { MESSAGES } from '../../../src/contracts/messages';
import { API, ROUTES } from '../../../src/contracts/routes';
import { api, ApiError } from '../api';
import { xsrfToken } from '../cookies';
import type { SaleEvent, WaitingSale } from './sale-rules';

/** Longer than the server waits for the bank; what takes longer is asked again under the same key. */
const TIMEOUT_MS = 20_000;

/** Whose session a form token belongs to: it is bound to the session, so the answer stays true. */
const owners = new Map<string, string>();

/** Sends a sale once. @returns what happened, and what was made where this answer says so */
export async function sendSale(sale: WaitingSale): Promise<{ event: SaleEvent; made: CreateLinkData | null }> {
  const first = await trySend(sale);
  if (first.event.kind !== 'refusal' || first.event.code !== 'CSRF_FAILED') return first;
  // Old or missing, as after a long time offline: a page brings a new one.
  await inTime((signal) => fetch(ROUTES.account, { credentials: 'same-origin', signal })).catch(() => undefined);
  return trySend(sale);
}

async function trySend({ key, ownerId, request }: WaitingSale) {
  const asked = await tokenOf(ownerId);
  if (typeof asked !== 'string') return { event: asked, made: null };
  try {
    // With the token whose owner is known: were somebody else signed in by now, it would be refused.
    const headers = { 'Idempotency-Key': key, 'X-XSRF-TOKEN': asked };
    const options = { headers, fallback: MESSAGES.link.createFailed };
    const { data } = await inTime((signal) =>
      api.post<CreateLinkData>(API.createLink, request, { ...options, signal }),
    );
    return { event: { kind: 'created', paymentId: data.paymentId } as const, made: data };
  } catch (error) {
    return { event: eventOf(error), made: null };
  }
}

/** A request that a network swallows ends here: nobody else can send the sale, or discard it, while it lasts. */
async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    return await ask(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** @returns the form token of the owner's session, or why there is none */
async function tokenOf(ownerId: string): Promise<string | SaleEvent> {
  const token = xsrfToken() ?? '';
  if (token !== '' && owners.get(token) === ownerId) return token;
  try {
    const { data } = await inTime((signal) => api.get<SessionUser>(API.me, { signal, asksWho: true }));
    // Somebody signed in meanwhile: the answer may be about either session.
    if ((xsrfToken() ?? '') !== token) return { kind: 'notSent' };
    if (data.id !== ownerId) return { kind: 'otherPerson' };
    if (token !== '') owners.set(token, ownerId);
    return token;
  } catch (error) {
    const event = eventOf(error);
    // The sale itself has not left the device.
    return event.kind === 'refusal' && (event.status === 401 || event.status === 429) ? event : { kind: 'notSent' };
  }
}

function eventOf(error: unknown): SaleEvent {
  if (!(error instanceof ApiError)) return { kind: 'unanswered' };
  const { status, code, message, details, retryAfterSeconds } = error;
  // A portal's page in place of the answer, or a good answer that did not arrive whole.
  if (status < 400) return { kind: 'unanswered' };
  return { kind: 'refusal', status, code, message, details, retryAfter: retryAfterSeconds };
}

/** Asked while there is time for it: the sale itself then takes one request. */
export async function prepareSending(ownerId: string): Promise<void> {
  await tokenOf(ownerId);
}
