import { useCallback, useEffect, useState } from 'react';
import type { OpenLink, OpenLinksData } from '../../src/contracts/links';
import { API } from '../../src/contracts/routes';
import { api } from '../lib/api';
import { type CustomerForm, personOf } from '../lib/customer-form';
import { useDebouncedValue } from './use-debounced-value';

const NONE: OpenLink[] = [];

function pathOf(form: CustomerForm): string | null {
  const person = personOf(form);
  if (!person) return null;
  const query = new URLSearchParams({ tokenType: person.tokenType });
  if (person.email) query.set('email', person.email);
  if (person.phone) query.set('phone', person.phone);
  return `${API.openLinks}?${query.toString()}`;
}

/** The links of the chosen tier that the person in the form could still pay, looked up once the typing rests. */
export function useOpenLinks(form: CustomerForm) {
  const path = pathOf(form);
  const settled = useDebouncedValue(path);
  const [found, setFound] = useState<{ path: string; links: OpenLink[] } | null>(null);

  const ask = useCallback(async (of: string, signal?: AbortSignal): Promise<OpenLink[]> => {
    try {
      const { data } = await api.get<OpenLinksData>(of, { signal });
      setFound({ path: of, links: data.openLinks });
      return data.openLinks;
    } catch {
      // The look ahead is a courtesy: the server guards the creation itself.
      return NONE;
    }
  }, []);

  useEffect(() => {
    if (settled === null) return;
    const controller = new AbortController();
    void ask(settled, controller.signal);
    return () => controller.abort();
  }, [settled, ask]);

  const askNow = useCallback(async () => (path === null ? NONE : ask(path)), [path, ask]);
  return { links: found && found.path === path ? found.links : NONE, askNow };
}
