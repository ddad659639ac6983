import type { Page } from '@inertiajs/core';
import { createInertiaApp } from '@inertiajs/react';
import { renderToString } from 'react-dom/server';
import { findPage, isPublicPage, type PageModule, pageName, pageTitle } from './resolve';

/** What customers see. */
const publicPages = import.meta.glob<PageModule>('./pages/Public/**/*.tsx', { eager: true });

/**
 * What is seen without a session, and where staff's day begins: on a slow network the list can be read while its scripts are
 * still on their way. The other pages are reached from these without a document of their own. They come with their first use,
 * and the component library with them, which the customers' pages do without.
 */
const otherPages = import.meta.glob<PageModule>([
  './pages/Auth/*.tsx',
  './pages/Error.tsx',
  './pages/Admin/Dashboard.tsx',
  './pages/Dashboard/Index.tsx',
]);

/** The pages this bundle can render. */
export const components = Object.keys({ ...publicPages, ...otherPages }).map(pageName);

/** The same tree as the browser builds, or hydration would throw the markup away. */
export async function render(page: Page) {
  const isPublic = isPublicPage(page.component);
  const staff = isPublic ? null : await import('./providers');
  return createInertiaApp({
    page: page as never,
    render: renderToString,
    resolve: async (name) => (isPublic ? findPage(publicPages, name) : await findPage(otherPages, name)()).default,
    title: pageTitle,
    setup: ({ App, props }) => {
      const app = <App {...props} />;
      return staff ? <staff.StaffProviders>{app}</staff.StaffProviders> : app;
    },
  });
}
