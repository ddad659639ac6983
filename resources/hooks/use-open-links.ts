import { useCallback, useEffect, useState } from 'react';
import type { OpenLinksData } from '../../src/contracts/links';
import { API } from '../../src/contracts/routes';
import { api } from '../lib/api';
import type { CatalogueEntry } from '../../src/contracts/pages';
import { type CustomerForm, personOf } from '../lib/customer-form';
import { useDebouncedValue } from './use-debounced-value';

const NONE: OpenLinksData = { openLinks: [], heldTokens: [] };

function pathOf(form: CustomerForm, catalogue: CatalogueEntry[]): string | null {
  const person = personOf(form, catalogue);
  if (!person) return null;
  const { code, type } = person.tier;
  const query = new URLSearchParams({ tokenType: type });
  if (code !== type) query.set('tierCode', code);
  if (person.email) query.set('email', person.email);
  if (person.phone) query.set('phone', person.phone);
  return `${API.openLinks}?${query.toString()}`;
}

/** The look ahead is a courtesy: where it fails, the server still guards the creation itself. */
async function look(path: string, signal?: AbortSignal): Promise<OpenLinksData> {
  try {
    return (await api.get<OpenLinksData>(path, { signal })).data;
  } catch {
    return NONE;
  }
}

/** What the person in the form holds already (open links of the chosen tier, valid tokens), looked up once the typing rests. */
export function useOpenLinks(form: CustomerForm, catalogue: CatalogueEntry[]) {
  const path = pathOf(form, catalogue);
  const settled = useDebouncedValue(path);
  const [found, setFound] = useState<{ path: string; data: OpenLinksData } | null>(null);

  useEffect(() => {
    if (settled === null) return;
    const controller = new AbortController();
    void look(settled, controller.signal).then((data) => {
      if (!controller.signal.aborted) setFound({ path: settled, data });
    });
    return () => controller.abort();
  }, [settled]);

  const askNow = useCallback(async () => {
    if (path === null) return NONE;
    const data = await look(path);
    setFound({ path, data });
    return data;
  }, [path]);
  return { ...(found && found.path === path ? found.data : NONE), askNow };
}
