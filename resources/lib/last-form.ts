import type { PageProps } from '../../src/contracts/pages';
import { TOKEN_TYPES } from '../../src/domain/payment/token-catalogue';

/** What the form of a seller's project showed last, for the form that opens without a network. Names no customer. */
const KEY = 'tokendesk.last-form';

type Form = Pick<PageProps['Customers/New'], 'catalogue' | 'referenceTypes' | 'linkTtlHours'>;

export interface LastForm extends Form {
  personId: string;
  /** The event that the form was opened for. */
  eventId: string;
  /** Its name; an older release did not keep it. */
  eventName?: string | null;
  /** When it was shown, ISO 8601 UTC; an older release did not keep it. */
  asOf?: string;
}

/** Null for another person, and where there is only the default event. */
export function lastForm(personId: string): LastForm | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<LastForm> | null;
    return stored?.personId === personId && isWhole(stored) ? withCodes(stored) : null;
  } catch {
    return null;
  }
}

/** @param form null: the form without a network is as for everybody */
export function rememberForm(form: LastForm | null): void {
  try {
    if (form === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(form));
  } catch {
    // Without storage nothing can be sold without a network.
  }
}

/** Another event was chosen since: the form that opens without a network would sell in the one before. */
export function forgetFormOfOther(personId: string, eventId: string | null): void {
  const last = lastForm(personId);
  if (last && last.eventId !== eventId) rememberForm(null);
}

/** A release before there were codes has written none: there the medal was the tier. */
function withCodes(form: LastForm): LastForm {
  return {
    ...form,
    catalogue: form.catalogue.map((entry) => ({ ...entry, code: (entry as Partial<typeof entry>).code ?? entry.type })),
  };
}

/** Another release may have written it. */
function isWhole(form: Partial<LastForm>): form is LastForm {
  const { catalogue, referenceTypes, linkTtlHours, eventId } = form;
  const isSold = (entry: Partial<Form['catalogue'][number]>) =>
    TOKEN_TYPES.some((type) => type === entry.type) && typeof entry.label === 'string' && Number(entry.amount) > 0;
  return (
    typeof eventId === 'string' &&
    typeof linkTtlHours === 'number' &&
    Array.isArray(referenceTypes) &&
    Array.isArray(catalogue) &&
    catalogue.every(isSold)
  );
}
