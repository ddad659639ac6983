import { createInertiaApp, router } from '@inertiajs/react';
import { followDeviceScheme } from './lib/colour-scheme';
import { listenToConnection } from './lib/connection';
import { repeatEarlyClick, takeEarlyKeys } from './lib/early-clicks';
import { keepFocus } from './lib/focus-keeper';
import { listenToInertia } from './lib/inertia-events';
import { listenToPerson } from './lib/page-person';
import { pageNonce } from './lib/page-nonce';
import { registerServiceWorker } from './lib/service-worker';
import { endOverdueSales } from './lib/waiting-mark';
import { StaffProviders } from './providers';
import { findPage, isPublicPage, type PageModule, pageTitle } from './resolve';
import { BRAND } from './tokens';

const pages = import.meta.glob<PageModule>('./pages/**/*.tsx');
const nonce = pageNonce();

/** Of the page in the document: the providers around the app are chosen by it, once. */
let startedPublic: boolean | undefined;

listenToInertia();
listenToConnection();
keepFocus();
followDeviceScheme();
registerServiceWorker();
endOverdueSales();

void createInertiaApp({
  resolve: async (name, page) => {
    startedPublic ??= isPublicPage(name);
    if (isPublicPage(name) !== startedPublic) {
      // The two sides have different surroundings, so the browser loads the other one's document.
      window.location.assign(page?.url ?? '/');
      return new Promise<never>(() => undefined);
    }
    return (await findPage(pages, name)()).default;
  },
  title: pageTitle,
  ...(nonce !== undefined && { nonce }),
  strictMode: true,
  progress: { delay: 250, color: BRAND[8], showSpinner: false },
  withApp: (app, { page }) => {
    if (isPublicPage(page.component)) return app;
    listenToPerson(page);
    return <StaffProviders>{app}</StaffProviders>;
  },
}).then(() => {
  repeatEarlyClick();
  // Pressed on a page that has no shortcuts, as the login page: they are none of the next one's.
  router.on('start', () => void takeEarlyKeys());
});
