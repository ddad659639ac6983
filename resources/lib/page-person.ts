import { http, router } from '@inertiajs/react';
import { PERSON_HEADER, SESSION_END_HEADER } from '../../src/contracts/auth';
import type { SharedProps } from '../../src/contracts/pages';
import { carrySessionEnd, forgetAndReload, sessionEndOf } from './session-end';

type ShownPage = { component: string; props: object };

/** Whose pages this document shows. Another person's are a document of their own, unless that one signs in on the login page of this. */
let person: string | undefined;

/** Sent with all that the document asks for: once somebody else has signed in, in another tab, it is refused. */
export function personHeader(): Record<string, string> {
  return person === undefined ? {} : { [PERSON_HEADER]: person };
}

/** @param first the page that the document came with */
export function listenToPerson(first: ShownPage): void {
  const look = (page: ShownPage) => {
    person ??= personOf(page);
  };
  look(first);
  router.on('beforeUpdate', ({ detail }) => look(detail.page));
  // Also a page that Back or Forward shows without asking: one of somebody who was signed in before.
  router.on('navigate', ({ detail }) => {
    const shown = personOf(detail.page);
    if (shown !== undefined && shown !== person) forgetAndReload();
    if (isLogin(detail.page)) person = undefined;
  });
  http.onRequest((request) => ({ ...request, headers: { ...request.headers, ...personHeader() } }));
  http.onError((error) => {
    // The client loads the document anew by itself.
    const why = 'response' in error ? sessionEndOf(error.response.headers[SESSION_END_HEADER.toLowerCase()]) : null;
    if (!why) return;
    carrySessionEnd(why);
    router.clearHistory();
  });
}

function personOf({ props }: ShownPage): string | undefined {
  return (props as Partial<SharedProps>).auth?.user?.id;
}

function isLogin({ component, props }: ShownPage): boolean {
  return component.startsWith('Auth/') && personOf({ component, props }) === undefined;
}
