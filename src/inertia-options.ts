import { basename, dirname, join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Request } from 'express';
import { LOGO_PATH } from './config/company-logo.js';
import type { Settings } from './config/settings.token.js';
import type { SharedProps } from './contracts/pages.js';
import { languageOf, principalOf } from './http/index.js';
import type { InertiaOptions } from './inertia/index.js';
import { presentPrincipal } from './modules/auth/index.js';
import type { SalesEvents } from './modules/projects/index.js';

/** The build's folder. This file runs from dist/src, and from src under the tests. */
const DIST =
  basename(dirname(import.meta.dirname)) === 'dist'
    ? dirname(import.meta.dirname)
    : join(import.meta.dirname, '../dist');

export const CLIENT_DIR = join(DIST, 'client');

/** The icon, inlined: a browser without one requests /favicon.ico on every page. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><rect width="32" height="32" rx="9" fill="#1d4a9e" stroke="none"/><circle cx="16" cy="16" r="8.5" stroke-dasharray="2.6 1.85"/><path d="m12.4 16.3 2.6 2.6 4.8-5.3"/></svg>`;

export function inertiaOptionsOf(settings: Settings, events: SalesEvents): InertiaOptions {
  return {
    assets: settings.viteOrigin
      ? { mode: 'dev', origin: settings.viteOrigin }
      : { mode: 'build', clientDir: CLIENT_DIR, ssrFile: join(DIST, 'ssr/ssr.js') },
    appName: 'TokenDesk',
    share: (request) => sharedProps(request, settings, events) as Promise<unknown> as Promise<Record<string, unknown>>,
    // Also without a session: pages of customers, invitations and password links hold personal data.
    encryptHistory: true,
    ssr: { enabled: settings.viteOrigin === null },
    cookie: { secure: settings.production, key: settings.encryptionKey },
    isExternalAllowed: (url) =>
      [settings.gateway, ...settings.gateway.profiles].some(({ allowedHosts }) => allowedHosts.includes(url.host)),
    publicLanguage: languageOf,
    themeColor: '#1d4a9e',
    icons: [{ rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }],
    // Customer pages have nothing to install.
    appLinks: settings.viteOrigin
      ? []
      : [
          { rel: 'manifest', href: '/build/app.webmanifest' },
          { rel: 'apple-touch-icon', href: '/build/icons/apple-touch-icon.png' },
        ],
    logger: new Logger('Inertia'),
  };
}

function logoOf({ company: { logo } }: Settings): SharedProps['app']['logo'] {
  return logo && { url: `${LOGO_PATH}?v=${logo.version}`, width: logo.width, height: logo.height };
}

async function sharedProps(request: Request, settings: Settings, events: SalesEvents): Promise<SharedProps> {
  const principal = principalOf(request);
  const workplace = principal?.severalEvents ? await events.workplaceOf(principal) : null;
  return {
    language: languageOf(request),
    auth: {
      secondFactor: principal?.secondFactor ?? false,
      menuFolded: principal?.preferences.isMenuFolded ?? false,
      ...(workplace && { workplace }),
      user: principal && presentPrincipal(principal),
    },
    app: {
      name: 'TokenDesk',
      companyName: settings.company.name,
      supportPhone: settings.company.supportPhone,
      supportEmail: settings.company.supportEmail,
      officeAddress: settings.company.officeAddress,
      logo: logoOf(settings),
      origin: settings.appUrl,
      sandbox: settings.usesSandbox,
      testPages: settings.testPages && !settings.production,
    },
  };
}
