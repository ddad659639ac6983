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

/** The look ahead is a courtesy: where it fails, the server still guards the creation itself. */
async function look(path: string, signal?: AbortSignal): Promise<OpenLink[]> {
  try {
    return (await api.get<OpenLinksData>(path, { signal })).data.openLinks;
  } catch {
    return NONE;
  }
}

/** The links of the chosen tier that the person in the form could still pay, looked up once the typing rests. */
export function useOpenLinks(form: CustomerForm) {
  const path = pathOf(form);
  const settled = useDebouncedValue(path);
  const [found, setFound] = useState<{ path: string; links: OpenLink[] } | null>(null);

  useEffect(() => {
    if (settled === null) return;
    const controller = new AbortController();
    void look(settled, controller.signal).then((links) => {
      if (!controller.signal.aborted) setFound({ path: settled, links });
    });
    return () => controller.abort();
  }, [settled]);

  const askNow = useCallback(async () => {
    if (path === null) return NONE;
    const links = await look(path);
    setFound({ path, links });
    return links;
  }, [path]);
  return { links: found && found.path === path ? found.links : NONE, askNow };
}
