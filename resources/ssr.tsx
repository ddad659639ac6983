import type { Page } from '@inertiajs/core';
import { createInertiaApp } from '@inertiajs/react';
import { renderToString } from 'react-dom/server';
import { StaffProviders } from './providers';
import { findPage, isPublicPage, type PageModule, pageName, pageTitle } from './resolve';

/** What visitors without a session see. */
const pages = import.meta.glob<PageModule>(['./pages/Public/**/*.tsx', './pages/Auth/*.tsx', './pages/Error.tsx'], {
  eager: true,
});

/**
 * Where staff's day begins: on a slow network the list can be read while its scripts are still on their way. The other pages
 * are reached from these without a document of their own. Loaded with the first of them.
 */
const staffPages = import.meta.glob<PageModule>(['./pages/Admin/Dashboard.tsx', './pages/Dashboard/Index.tsx']);

/** The pages this bundle can render. */
export const components = Object.keys({ ...pages, ...staffPages }).map(pageName);

/** The same tree as the browser builds, or hydration would throw the markup away. */
export function render(page: Page, { nonce }: { nonce?: string } = {}) {
  return createInertiaApp({
    page: page as never,
    render: renderToString,
    resolve: async (name) => {
      const page = findPage<PageModule | (() => Promise<PageModule>)>({ ...pages, ...staffPages }, name);
      return (typeof page === 'function' ? await page() : page).default;
    },
    title: pageTitle,
    setup: ({ App, props }) => {
      const app = <App {...props} />;
      return isPublicPage(page.component) ? app : <StaffProviders nonce={nonce}>{app}</StaffProviders>;
    },
  });
}
