import { useCallback, useEffect, useRef, useState } from 'react';
import type { CreateLinkData } from '../../src/contracts/links';
import { MESSAGES } from '../../src/contracts/messages';
import type { CatalogueEntry } from '../../src/contracts/pages';
import {
  checkCustomer,
  type CustomerErrors,
  type CustomerField,
  type CustomerForm,
  EMPTY_CUSTOMER,
  FIELD_ORDER,
  formOf,
  fromServer,
  toRequest,
} from '../lib/customer-form';
import { formatRupees } from '../lib/format';
import { useSharedProps } from './use-shared-props';
import { lastChoice, rememberChoice } from '../lib/last-choice';
import { usualLifetime } from '../lib/lifetimes';
import { newKey } from '../lib/keys';
import { pause } from '../lib/pause';
import { setAside, takeAside } from '../lib/typed-aside';
import { showDesk } from '../lib/show-desk';
import { tierNow } from '../lib/tier-now';
import { toast } from '../lib/toasts';
import { loadWaitingSales } from '../lib/waiting-mark';
import type { Attempt, WaitingSale } from '../lib/waiting-sales';
import { useDraft } from './use-draft';
import { useOpenLinks } from './use-open-links';

const CREATED_TOAST_MS = 180_000;
/** A little longer than the server waits for the bank. After it the form is free for the next customer, and the sale waits. */
const PATIENCE_MS = 12_000;
/** The server's refusals that a reason answers, with the text beside the reason. */
const NEEDS_REASON: ReadonlyMap<string, string> = new Map([
  ['OPEN_LINK_EXISTS', MESSAGES.desk.duplicateNeedsReason],
  ['TOKEN_HELD', MESSAGES.desk.secondUnitNeedsReason],
]);
/** Another person or tier: what the server said about the last one no longer holds. */
const NAMES_THE_PERSON: readonly CustomerField[] = ['customerEmail', 'phone', 'tierCode'];

interface Draft extends CustomerForm {
  /** Key of the waiting sale that is being mended, which this form replaces once it is sent. */
  mends: string;
}

interface CreateLinkOptions {
  catalogue: CatalogueEntry[];
  linkTtlHours: number;
  personId: string;
  /** The event that is sold in, where the page does not know the current one. */
  eventId: string | undefined;
  /** Key of a waiting sale that is brought back into the form. */
  mendKey: string | null;
  /** The form without a network: reading the catalogue anew would put another page in its place. */
  isOffline: boolean;
  /** The sale is on the device and will be sent: the form is free for the next customer. */
  onWaiting: (key: string) => void;
}

function focusFirst(errors: CustomerErrors): void {
  const first = FIELD_ORDER.find((field) => errors[field]);
  const wrong = first && document.querySelector<HTMLElement>(`[name="${first}"]`);
  if (wrong) wrong.focus();
}

/** Nobody is in it: what is chosen before a name is typed belongs to no customer. */
function isEmpty({ customerName, customerEmail, phone }: CustomerForm): boolean {
  return `${customerName}${customerEmail}${phone}`.trim() === '';
}

export function useCreateLink(options: CreateLinkOptions) {
  const { catalogue, linkTtlHours, personId, mendKey, isOffline, onWaiting } = options;
  const { values, setValues, clear, unstore } = useDraft<Draft>(
    `customer.${personId}`,
    { ...EMPTY_CUSTOMER, mends: '', expiry: usualLifetime(linkTtlHours), ...lastChoice() },
    // One that was being mended is in the strip: a form that is opened anew is for somebody else.
    (kept) => ((kept.mends ?? '') === '' ? kept : null),
    'customer',
  );
  const [errors, setErrors] = useState<CustomerErrors>({});
  const [refused, setRefused] = useState<{ words: string; eventId: string | undefined } | null>(null);
  const [sending, setSending] = useState(false);
  /** Made, though its own screen could not be fetched. */
  const [created, setCreated] = useState<CreateLinkData | null>(null);
  /** The server wants a reason, whatever was found before. */
  const [insisted, setInsisted] = useState(false);
  const guard = useOpenLinks(values, catalogue);
  const needsReason = insisted || guard.openLinks.length + guard.heldTokens.length > 0;
  const running = useRef(false);
  /** The same form sent twice is one sale; a change after a submit makes it another. */
  const submission = useRef<{ key: string; isSent: boolean; eventId?: string | undefined }>({ key: '', isSent: false });
  /** Told where there is more than one event: a change in another tab, or a sale that waits, does not move it. */
  const eventId = useSharedProps().auth.workplace?.eventId ?? options.eventId;
  // What was refused in one event is no problem of the next.
  const problem = refused?.eventId === eventId ? (refused?.words ?? null) : null;
  const setProblem = (words: string | null) => setRefused(words === null ? null : { words, eventId });
  /** The waiting sale that this form is busy with, until it is left. */
  const holding = useRef('');
  const isMounted = useRef(true);

  const change = (field: CustomerField, value: string) => {
    if (submission.current.isSent) submission.current = { key: '', isSent: false };
    setValues((current) => ({ ...current, [field]: value }));
    setErrors(({ [field]: _cleared, ...others }) => others);
    setProblem(null);
    if (NAMES_THE_PERSON.includes(field)) setInsisted(false);
  };

  const refuse = (fields: CustomerErrors, words: string | null) => {
    setErrors(fields);
    setProblem(words);
    requestAnimationFrame(() => focusFirst(fields));
  };

  const refuseAnswer = async ({ state, request }: Pick<WaitingSale, 'state' | 'request'>) => {
    if (state.kind === 'question') {
      setInsisted(true);
      const { openLinks, heldTokens } = await guard.askNow();
      const needed = NEEDS_REASON.get(state.code);
      const isShown = openLinks.length + heldTokens.length > 0;
      return refuse({ duplicateReason: needed && isShown ? needed : state.message }, null);
    }
    if (state.kind !== 'refused') return;
    const { fields, rest } = fromServer(state.details);
    const isRead = fields.tierCode !== undefined && !isOffline;
    const tier = isRead && request ? await tierNow(formOf(request).tierCode) : null;
    if (tier && tier.amount !== request?.amount) {
      // By its new price it is another sale.
      submission.current = { key: '', isSent: false };
      return refuse({}, MESSAGES.link.priceNow(formatRupees(tier.amount)));
    }
    refuse(fields, [state.message, ...rest].join(' '));
  };

  const finish = async (key: string, paymentId: string, made: CreateLinkData | null) => {
    clear();
    rememberChoice(values);
    holding.current = '';
    // On a phone the headline of the next page says it, above the code.
    if (made && !window.matchMedia('(width < 40em)').matches)
      toast('success', MESSAGES.link.created(made.customer.name), { autoClose: CREATED_TOAST_MS, stands: true });
    const { waitingSales } = await loadWaitingSales();
    // Its answer is here: nothing of it has to wait any more, even if its page cannot be had.
    if (made) void waitingSales.dismiss(key);
    const isShown = await showDesk(paymentId, { replace: true });
    if (made) return isShown ? undefined : setCreated(made);
    if (isShown) return waitingSales.dismiss(key);
    await waitingSales.release(key);
    onWaiting(key);
  };

  const settle = async (key: string, attempt: Attempt | null) => {
    // Left before the answer: the strip tells it, and whoever is in the form by now stays there.
    if (!isMounted.current) return (await loadWaitingSales()).waitingSales.release(key);
    // Removed meanwhile, by another tab: nothing was sent, and what was typed stays.
    if (attempt && !attempt.sale) return refuse({}, MESSAGES.link.submitFailed);
    const state = attempt?.sale?.state ?? { kind: 'waiting' as const };
    if (state.kind === 'sent') return finish(key, state.paymentId, attempt?.made ?? null);
    if (state.kind === 'question' || state.kind === 'refused') {
      // It never waited: the form, which is still there, holds it. One that had waited stays until it is mended.
      const hasWaited = values.mends !== '';
      setValues((current) => ({ ...current, mends: hasWaited ? key : '' }));
      if (!hasWaited) await (await loadWaitingSales()).waitingSales.dismiss(key);
      return refuseAnswer({ state, request: attempt?.sale?.request ?? null });
    }
    clear();
    rememberChoice(values);
    // The turn of this form ends, and releases it.
    onWaiting(key);
  };

  const submit = async () => {
    if (running.current) return;
    const wrong = checkCustomer(values, needsReason);
    const tier = catalogue.find(({ code }) => code === values.tierCode);
    // Chosen before a version of the catalogue took it away.
    if (tier === undefined && values.tierCode !== '') wrong.tierCode = 'This token is not sold';
    if (Object.keys(wrong).length > 0 || tier === undefined) return refuse(wrong, null);

    running.current = true;
    setSending(true);
    setProblem(null);
    // In another event it is another sale.
    const isSame = submission.current.eventId === eventId;
    const key = (isSame && submission.current.key) || newKey();
    submission.current = { key, isSent: true, eventId };
    holding.current = key;
    try {
      const { waitingSales } = await loadWaitingSales();
      // On the device before it is sent: a tab that closes now loses nothing.
      const request = { ...toRequest(values, tier, needsReason), ...(eventId !== undefined && { eventId }) };
      await waitingSales.add(personId, key, { request, tierName: tier.label }, values.mends || null);
      // A page that is loaded anew has it there, and an empty form: sent again, it would be a second sale.
      if (waitingSales.current().isLasting) unstore();
      const attempt = waitingSales.attempt(key);
      await settle(key, await Promise.race([attempt, pause(PATIENCE_MS).then(() => null)]));
    } catch {
      setValues((current) => ({ ...current }));
      refuse({}, MESSAGES.link.submitFailed);
    } finally {
      running.current = false;
      setSending(false);
    }
  };

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      const key = holding.current;
      if (key !== '') void loadWaitingSales().then(({ waitingSales }) => waitingSales.release(key));
    };
  }, []);

  const latest = useRef({ refuseAnswer, values });
  useEffect(() => {
    latest.current = { refuseAnswer, values };
  });
  useEffect(() => {
    if (mendKey === null) {
      const typed = isEmpty(latest.current.values) ? takeAside(personId) : null;
      if (typed) setValues((current) => ({ ...current, ...typed }));
      return;
    }
    void loadWaitingSales().then(async ({ waitingSales }) => {
      await waitingSales.open(personId);
      const sale = await waitingSales.hold(mendKey);
      if (!isMounted.current) return waitingSales.release(mendKey);
      if (!sale?.request) return;
      holding.current = mendKey;
      const { mends, ...typed } = latest.current.values;
      if (mends === '' && !isEmpty(typed) && setAside(personId, typed)) toast('info', MESSAGES.link.typedIsKept);
      setValues({ ...formOf(sale.request), mends: mendKey });
      requestAnimationFrame(() => void latest.current.refuseAnswer(sale));
    });
  }, [mendKey, personId, setValues]);

  /** Nothing was typed, and nothing is asked: the screen may be used for something else. */
  const isUntouched = useCallback(() => {
    return !running.current && !document.querySelector('[aria-modal="true"]') && isEmpty(latest.current.values);
  }, []);

  return {
    values,
    errors,
    problem,
    sending,
    created,
    openLinks: guard.openLinks,
    heldTokens: guard.heldTokens,
    elsewhere: guard.elsewhere ?? [],
    needsReason,
    isUntouched,
    change,
    submit: () => void submit(),
  };
}

export type CreateLink = ReturnType<typeof useCreateLink>;
