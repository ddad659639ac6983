import { useRef, useState } from 'react';
import { MESSAGES } from '../../src/contracts/messages';
import type { CatalogueEntry } from '../../src/contracts/pages';
import type { CreateLinkData } from '../../src/contracts/payments';
import { API } from '../../src/contracts/routes';
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
import { toast } from '../lib/toasts';
import { useDraft } from './use-draft';

const CREATED_TOAST_MS = 180_000;

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

/** @param formKey made with the page: the same form sent twice gives the same link */
export function useCreateLink(catalogue: CatalogueEntry[], formKey: string) {
  const { values, setValues, clear } = useDraft<Draft>('customer', NEW_DRAFT);
  const [errors, setErrors] = useState<CustomerErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [created, setCreated] = useState<CreateLinkData | null>(null);
  const running = useRef(false);
  /** Counts changes after a submit: another form needs another key. */
  const edition = useRef({ number: 1, sent: false });

  const change = (field: CustomerField, value: string) => {
    if (edition.current.sent) edition.current = { number: edition.current.number + 1, sent: false };
    setValues((current) => ({ ...current, [field]: value, unansweredKey: '' }));
    setErrors(({ [field]: _cleared, ...others }) => others);
    setProblem(null);
  };

  const refuse = (fields: CustomerErrors, words: string | null) => {
    setErrors(fields);
    setProblem(words);
    requestAnimationFrame(() => focusFirst(fields));
  };

  const submit = async () => {
    if (running.current) return;
    const wrong = checkCustomer(values);
    const price = catalogue.find((entry) => entry.type === values.tokenType)?.amount;
    if (Object.keys(wrong).length > 0 || price === undefined) return refuse(wrong, null);

    running.current = true;
    setSending(true);
    setProblem(null);
    const { number } = edition.current;
    edition.current.sent = true;
    const key = values.unansweredKey || (number === 1 ? formKey : `${formKey}-${number}`);
    setValues((current) => ({ ...current, unansweredKey: key }));
    try {
      const options = { headers: { 'Idempotency-Key': key }, fallback: MESSAGES.link.createFailed };
      const { data } = await api.post<CreateLinkData>(API.createLink, toRequest(values, price), options);
      clear();
      setCreated(data);
      toast('success', MESSAGES.link.created(data.customer.name), { autoClose: CREATED_TOAST_MS });
    } catch (error) {
      if (!(error instanceof ApiError)) return refuse({}, MESSAGES.link.submitFailed);
      // Refused for certain: nothing of this key is left to repeat.
      if (error.status >= 400 && error.status < 500) setValues((current) => ({ ...current, unansweredKey: '' }));
      const { fields, rest } = fromServer(error.details);
      refuse(fields, [error.message, ...rest].join(' '));
    } finally {
      running.current = false;
      setSending(false);
    }
  };

  return { values, errors, problem, sending, created, change, submit: () => void submit() };
}

export type CreateLink = ReturnType<typeof useCreateLink>;
