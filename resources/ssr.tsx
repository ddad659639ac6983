import type { Page } from '@inertiajs/core';
import { createInertiaApp } from '@inertiajs/react';
import { renderToString } from 'react-dom/server';
import { StaffProviders } from './providers';
import { findPage, isPublicPage, type PageModule, pageName, pageTitle } from './resolve';

// Only what visitors without a session see: elsewhere there is nothing to gain from the server's rendering.
const pages = import.meta.glob<PageModule>(['./pages/Public/**/*.tsx', './pages/Auth/*.tsx', './pages/Error.tsx'], {
  eager: true,
});

/** The pages this bundle can render. */
export const components = Object.keys(pages).map(pageName);

/** The same tree as the browser builds, or hydration would throw the markup away. */
export function render(page: Page, { nonce }: { nonce?: string } = {}) {
  return createInertiaApp({
    page: page as never,
    render: renderToString,
    resolve: (name) => findPage(pages, name).default,
    title: pageTitle,
    setup: ({ App, props }) => {
      const app = <App {...props} />;
      return isPublicPage(page.component) ? app : <StaffProviders nonce={nonce}>{app}</StaffProviders>;
    },
  });
}
