import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Query } from '@nestjs/common';
import request from 'supertest';
import { fakeBuild, pageIn, startInertiaApp } from '../../test/support/inertia-app.js';
import { Inertia, InertiaCtx, type InertiaOptions } from './index.js';

@Controller()
class Rendered {
  @Get('staff')
  staff(@InertiaCtx() inertia: Inertia, @Query('mode') mode: string) {
    return inertia.render('Test/Page', { mode: mode ?? null, at: new Date(0) }, { status: 403 });
  }

  @Get('pay')
  pay(@InertiaCtx() inertia: Inertia, @Query('mode') mode: string) {
    return inertia.render('Public/Pay', { mode: mode ?? null });
  }

  @Get('opted-out')
  optedOut(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Public/Pay', {}, { ssr: false });
  }

  @Get('not-light')
  notLight(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Public/Pay', {}, { light: false });
  }
}

async function withApp(
  ssr: InertiaOptions['ssr'],
  run: (get: (path: string) => request.Test, app: Awaited<ReturnType<typeof startInertiaApp>>) => Promise<void>,
  change: Partial<InertiaOptions> = {},
) {
  const app = await startInertiaApp([Rendered], { ssr, ...change });
  try {
    await run((path) => request(app.server).get(path), app);
  } finally {
    await app.app.close();
  }
}

describe('server rendering', () => {
  it('inserts body and head as they come, rendering once', () =>
    withApp({ enabled: true }, async (get) => {
      const { status, text } = await get('/staff');
      expect(status).toBe(403);
      expect(text.match(/<script data-page="app"/g)).toHaveLength(1);
      expect(text.match(/id="app"/g)).toHaveLength(1);
      expect(text.match(/<title/g)).toHaveLength(1);
      expect(text).toContain('>calls=1 nonce=n0nce</div></body>');
      expect(pageIn(text).props['at']).toBe('1970-01-01T00:00:00.000Z');
    }));

  it('never runs for Inertia requests', () =>
    withApp({ enabled: true }, async (get, { version }) => {
      await get('/staff').set('X-Inertia', 'true').set('X-Inertia-Version', version);
      expect((await get('/staff')).text).toContain('calls=1');
    }));

  it.each(['throw', 'null', 'body', 'head'])('leaves a page to the browser when rendering goes wrong: %s', (mode) =>
    withApp({ enabled: true }, async (get, { log }) => {
      const { status, text } = await get(`/staff?mode=${mode}`);
      expect(status).toBe(403);
      expect(text).toContain('<div id="app"></div>');
      expect(pageIn(text).props['mode']).toBe(mode);
      expect(log).toHaveLength(1);
      expect(log[0]).toMatchObject({ level: 'error', message: expect.stringContaining('Test/Page') });
    }),
  );

  it('leaves all pages to the browser without a bundle', () => {
    const assets = { mode: 'build' as const, clientDir: fakeBuild().clientDir, ssrFile: '/nonexistent/ssr.js' };
    return withApp(
      { enabled: true },
      async (get, { log }) => {
        for (const path of ['/staff', '/pay']) expect((await get(path)).text).toContain('<div id="app"></div>');
        expect(log).toHaveLength(1);
      },
      { assets },
    );
  });

  it('fails when tests want it to', () =>
    withApp({ enabled: true, throwOnError: true }, async (get) => {
      expect((await get('/staff?mode=throw')).status).toBe(500);
    }));

  it('can be off for a page and for all', async () => {
    await withApp({ enabled: true }, async (get) =>
      expect((await get('/opted-out')).text).toContain('<div id="app"></div>'),
    );
    await withApp({ enabled: false }, async (get) =>
      expect((await get('/pay')).text).toContain('<div id="app"></div>'),
    );
  });

  it('keeps concurrent pages apart', () =>
    withApp({ enabled: true }, async (get) => {
      const modes = Array.from({ length: 20 }, (_, index) => `m${index}`);
      const answers = await Promise.all(modes.map((mode) => get(`/pay?mode=${mode}`)));
      expect(answers.map((answer) => pageIn(answer.text).props['mode'])).toEqual(modes);
    }));
});

describe('light pages', () => {
  it('carry the page object, the public script and styles, and no Inertia client', () =>
    withApp({ enabled: true }, async (get) => {
      const { text } = await get('/pay');
      expect(pageIn(text).component).toBe('Public/Pay');
      expect(text).toContain('<script type="module" src="/build/assets/public.js"></script>');
      expect(text).toContain('<style>p{margin:0}</style>');
      expect(text).not.toContain('rel="stylesheet"');
      expect(text).not.toContain('nonce="n0nce"');
      expect(text).not.toContain('app.js');
      expect(text).not.toContain('app.css');
      expect(text).toContain('<html lang="en">');
    }));

  it.each(['/pay?mode=throw', '/opted-out', '/not-light'])('bring the full client at %s', (path) =>
    withApp({ enabled: true }, async (get) => {
      const { text } = await get(path);
      expect(text.replaceAll('\\/', '/')).toContain('"/build/assets/app.js"');
      expect(text).toContain('href="/build/assets/public.css"');
      expect(text).not.toContain('src="/build/assets/public.js"');
    }),
  );

  it('answer Inertia requests like any page', () =>
    withApp({ enabled: true }, async (get, { version }) => {
      const answer = await get('/pay').set('X-Inertia', 'true').set('X-Inertia-Version', version);
      expect(answer.body.component).toBe('Public/Pay');
    }));

  it('come from the development server with the full client', () =>
    withApp(
      { enabled: true },
      async (get) => {
        const { text } = await get('/pay');
        expect(pageIn(text).version).toBe('dev');
        expect(text).toContain('src="http://localhost:5173/@vite/client"');
        expect(text).toContain('src="http://localhost:5173/resources/app.tsx"');
      },
      { assets: { mode: 'dev', origin: 'http://localhost:5173' } },
    ));
});
