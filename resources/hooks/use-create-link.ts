import { router } from '@inertiajs/react';
import { useRef, useState } from 'react';
import type { CreateLinkData } from '../../src/contracts/links';
import { MESSAGES } from '../../src/contracts/messages';
import type { CatalogueEntry } from '../../src/contracts/pages';
import { API, ROUTES } from '../../src/contracts/routes';
import { api, ApiError } from '../lib/api';
import {
  checkCustomer,
  type CustomerErrors,
  type CustomerField,
  type CustomerForm,
  EMPTY_CUSTOMER,
  FIELD_ORDER,
  fromServer,
  toRequest,
} from '../lib/customer-form';
import { addDeskSale } from '../lib/desk-sales';
import { lastChoice, rememberChoice } from '../lib/last-choice';
import { usualLifetime } from '../lib/lifetimes';
import { toast } from '../lib/toasts';
import { isBeforeKey, isUnanswered } from '../lib/unanswered';
import { useDraft } from './use-draft';
import { useOnline } from './use-online';
import { useOpenLinks } from './use-open-links';

const CREATED_TOAST_MS = 180_000;
/** The server's refusals that a reason answers, with the text beside the reason. */
const NEEDS_REASON: ReadonlyMap<string, string> = new Map([
  ['OPEN_LINK_EXISTS', MESSAGES.desk.duplicateNeedsReason],
  ['TOKEN_HELD', MESSAGES.desk.secondUnitNeedsReason],
]);
/** Another person or tier: what the server said about the last one no longer holds. */
const NAMES_THE_PERSON: readonly CustomerField[] = ['customerEmail', 'phone', 'tokenType'];

interface Draft extends CustomerForm {
  /** The key of a submit whose answer never came: sent again unchanged, it cannot make a second link. */
  unansweredKey: string;
}

const NEW_DRAFT: Draft = { ...EMPTY_CUSTOMER, unansweredKey: '' };

function focusFirst(errors: CustomerErrors): void {
  const first = FIELD_ORDER.find((field) => errors[field]);
  const wrong = first && document.querySelector<HTMLElement>(`[name="${first}"]`);
  if (wrong) wrong.focus();
}

/** Takes the form's place in the history: going back must not bring up a form that was sent. */
function showDesk(paymentId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const failed = () => {
      resolve(false);
      return false;
    };
    router.visit(ROUTES.sale(paymentId), {
      replace: true,
      onSuccess: () => resolve(true),
      onHttpException: failed,
      onNetworkError: failed,
      onFinish: () => resolve(false),
    });
  });
}

/** @param formKey made with the page: the same form sent twice gives the same link */
export function useCreateLink(catalogue: CatalogueEntry[], formKey: string, linkTtlHours: number) {
  const { values, setValues, clear } = useDraft<Draft>('customer', {
    ...NEW_DRAFT,
    expiry: usualLifetime(linkTtlHours),
    ...lastChoice(),
  });
  const [errors, setErrors] = useState<CustomerErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  /** Made, though its own screen could not be fetched. */
  const [created, setCreated] = useState<CreateLinkData | null>(null);
  /** The server wants a reason, whatever was found before. */
  const [insisted, setInsisted] = useState(false);
  const guard = useOpenLinks(values);
  // The open link may be the one of the request without an answer, which is sent again as it was.
  const repeats = values.unansweredKey !== '';
  const needsReason =
    insisted || (repeats ? values.duplicateReason !== '' : guard.openLinks.length + guard.heldTokens.length > 0);
  const online = useOnline();
  const running = useRef(false);
  /** Counts changes after a submit: another form needs another key. */
  const edition = useRef({ number: 1, sent: false });

  const change = (field: CustomerField, value: string) => {
    if (edition.current.sent) edition.current = { number: edition.current.number + 1, sent: false };
    setValues((current) => ({ ...current, [field]: value, unansweredKey: '' }));
    setErrors(({ [field]: _cleared, ...others }) => others);
    setProblem(null);
    if (NAMES_THE_PERSON.includes(field)) setInsisted(false);
  };

  const refuse = (fields: CustomerErrors, words: string | null) => {
    setErrors(fields);
    setProblem(words);
    requestAnimationFrame(() => focusFirst(fields));
  };

  const refuseAnswer = async (error: ApiError) => {
    // Refused for certain: nothing of this key is left to repeat.
    if (!isUnanswered(error) && !isBeforeKey(error)) setValues((current) => ({ ...current, unansweredKey: '' }));
    const needed = NEEDS_REASON.get(error.code ?? '');
    if (needed) {
      setInsisted(true);
      const { openLinks, heldTokens } = await guard.askNow();
      const isShown = openLinks.length + heldTokens.length > 0;
      return refuse({ duplicateReason: isShown ? needed : error.message }, null);
    }
    const { fields, rest } = fromServer(error.details);
    return refuse(fields, [error.message, ...rest].join(' '));
  };

  const submit = async () => {
    if (running.current) return;
    const wrong = checkCustomer(values, needsReason);
    const price = catalogue.find((entry) => entry.type === values.tokenType)?.amount;
    if (Object.keys(wrong).length > 0 || price === undefined) return refuse(wrong, null);
    if (!navigator.onLine) return refuse({}, MESSAGES.desk.offline);

    running.current = true;
    setSending(true);
    setProblem(null);
    const { number } = edition.current;
    edition.current.sent = true;
    const key = values.unansweredKey || (number === 1 ? formKey : `${formKey}-${number}`);
    setValues((current) => ({ ...current, unansweredKey: key }));
    try {
      const options = { headers: { 'Idempotency-Key': key }, fallback: MESSAGES.link.createFailed };
      const { data } = await api.post<CreateLinkData>(API.createLink, toRequest(values, price, needsReason), options);
      clear();
      rememberChoice(values);
      addDeskSale(data.paymentId);
      // On a phone the headline of the next page says it, above the code.
      if (!window.matchMedia('(width < 40em)').matches)
        toast('success', MESSAGES.link.created(data.customer.name), { autoClose: CREATED_TOAST_MS, stands: true });
      if (!(await showDesk(data.paymentId))) setCreated(data);
    } catch (error) {
      if (!(error instanceof ApiError)) return refuse({}, MESSAGES.link.submitFailed);
      await refuseAnswer(error);
    } finally {
      running.current = false;
      setSending(false);
    }
  };

  return {
    values,
    errors,
    // Back again: only sending is left to do.
    problem: online && problem === MESSAGES.desk.offline ? null : problem,
    sending,
    created,
    openLinks: guard.openLinks,
    heldTokens: guard.heldTokens,
    needsReason,
    change,
    submit: () => void submit(),
  };
}

export type CreateLink = ReturnType<typeof useCreateLink>;
