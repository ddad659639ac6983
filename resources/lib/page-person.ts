import { http, router } from '@inertiajs/react';
import { PERSON_HEADER, SESSION_END_HEADER } from '../../src/contracts/auth';
import type { SharedProps } from '../../src/contracts/pages';
import { carrySessionEnd, sessionEndOf } from './session-end';

type ShownPage = { props: object };

/** Whose pages this document shows. It never changes: another person's are a document of their own. */
let person: string | undefined;

/** Sent with all that the document asks for: once somebody else has signed in, in another tab, it is refused. */
export function personHeader(): Record<string, string> {
  return person === undefined ? {} : { [PERSON_HEADER]: person };
}

/** @param first the page that the document came with */
export function listenToPerson(first: ShownPage): void {
  const look = ({ props }: ShownPage) => {
    person ??= (props as Partial<SharedProps>).auth?.user?.id;
  };
  look(first);
  router.on('beforeUpdate', ({ detail }) => look(detail.page));
  http.onRequest((request) => ({ ...request, headers: { ...request.headers, ...personHeader() } }));
  http.onError((error) => {
    // The client loads the document anew by itself.
    const why = 'response' in error ? sessionEndOf(error.response.headers[SESSION_END_HEADER.toLowerCase()]) : null;
    if (why) carrySessionEnd(why);
  });
}
