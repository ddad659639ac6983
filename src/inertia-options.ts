import { basename, dirname, join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Request } from 'express';
import type { Settings } from './config/settings.token.js';
import type { SharedProps } from './contracts/pages.js';
import { principalOf } from './http/index.js';
import type { InertiaOptions } from './inertia/index.js';

/** The build's folder. This file runs from dist/src, and from src under the tests. */
const DIST = basename(dirname(import.meta.dirname)) === 'dist' ? dirname(import.meta.dirname) : join(import.meta.dirname, '../dist');

export const CLIENT_DIR = join(DIST, 'client');

export function inertiaOptionsOf(settings: Settings): InertiaOptions {
  return {
    assets: settings.viteOrigin
      ? { mode: 'dev', origin: settings.viteOrigin }
      : { mode: 'build', clientDir: CLIENT_DIR, ssrFile: join(DIST, 'ssr/ssr.js') },
    appName: 'TokenDesk',
    share: (request) => sharedProps(request, settings) as unknown as Record<string, unknown>,
    // Signed-in pages hold personal data; the browser keeps them readable only until logout.
    encryptHistory: (request) => principalOf(request) !== null,
    ssr: { enabled: settings.viteOrigin === null },
    cookie: { secure: settings.production, key: settings.encryptionKey },
    isExternalAllowed: (url) => settings.gateway.allowedHosts.includes(url.host),
    lang: 'en',
    themeColor: '#1c3f94',
    logger: new Logger('Inertia'),
  };
}

function sharedProps(request: Request, settings: Settings): SharedProps {
  const principal = principalOf(request);
  return {
    auth: {
      user: principal && {
        id: String(principal.userId),
        name: principal.name,
        email: principal.email,
        role: principal.role,
      },
    },
    app: {
      name: 'TokenDesk',
      companyName: settings.company.name,
      supportPhone: settings.company.supportPhone,
      supportEmail: settings.company.supportEmail,
      officeAddress: settings.company.officeAddress,
      sandbox: settings.sandboxGateway,
      testPages: settings.testPages,
    },
  };
}
