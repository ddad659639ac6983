import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  HttpCode,
  Injectable,
  type NestInterceptor,
  Post,
  Query,
  UseInterceptors,
} from '@nestjs/common';
import type { Request } from 'express';
import { map } from 'rxjs';
import request from 'supertest';
import { type InertiaApp, NONCE, pageIn, startInertiaApp } from '../../test/support/inertia-app.js';
import { Inertia, InertiaCtx } from './index.js';
import { defer, optional } from './props.js';

const runs = { held: jest.fn(() => 'held'), late: jest.fn(() => 'late') };

@Injectable()
class Wrapping implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((data: unknown) => ({ success: true, data })));
  }
}

@Controller()
class Pages {
  @Post('wrapped')
  @UseInterceptors(Wrapping)
  wrapped(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Test/Page', {});
  }

  @Post('wrapped-redirect')
  @UseInterceptors(Wrapping)
  wrappedRedirect(@InertiaCtx() inertia: Inertia) {
    inertia.redirect('/page');
  }

  @Get('page')
  page(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Test/Page', {
      text: '</script>$&\u2028',
      held: optional(runs.held),
      late: defer(runs.late),
    });
  }

  @Get('secret')
  secret(@InertiaCtx() inertia: Inertia) {
    return inertia.render(
      'Test/Page',
      {},
      { encryptHistory: false, url: '/shown', head: { title: 'Own', description: 'D' } },
    );
  }

  @Get('cached')
  @Header('Cache-Control', 'private, max-age=5')
  cached(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Test/Page', {}, { noStore: false });
  }

  @Get('vary')
  @Header('Vary', 'Accept-Language')
  vary(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Test/Page', {});
  }

  @Get('plain')
  @Header('Vary', 'Accept-Language')
  plain() {
    return { ok: true };
  }

  @Get('mine')
  mine(@InertiaCtx() inertia: Inertia, @Query('who') who: string) {
    return inertia.share({ who: () => who }).render('Test/Page', {});
  }

  @Post('form')
  form(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Test/Page', { posted: true });
  }

  @Post('form-422')
  @HttpCode(202)
  refusedForm(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Test/Page', {}, { status: 422 });
  }
}

const share = jest.fn(() => ({ app: { name: 'TokenDesk' } }));

let running: InertiaApp;
beforeAll(async () => {
  running = await startInertiaApp([Pages], { share, encryptHistory: true }, (app) =>
    app.use((req: Request, res: { vary(name: string): void }, next: () => void) => {
      if (req.path === '/page') res.vary('Accept-Encoding');
      next();
    }),
  );
});
afterAll(() => running.app.close());

const browser = (path: string) => request(running.server).get(path);
const visit = (path: string) => browser(path).set('X-Inertia', 'true').set('X-Inertia-Version', running.version);

describe('HTML answers', () => {
  it('sends a document with the whole page object', async () => {
    const answer = await browser('/page?x=1');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers).not.toHaveProperty('x-inertia');
    expect(pageIn(answer.text)).toEqual({
      component: 'Test/Page',
      props: { app: { name: 'TokenDesk' }, errors: {}, text: '</script>$&\u2028' },
      url: '/page?x=1',
      version: running.version,
      sharedProps: ['app', 'errors'],
      deferredProps: { default: ['late'] },
      encryptHistory: true,
    });
    expect(answer.text).toContain('<link rel="stylesheet" href="/build/assets/page.css">');
    expect(answer.text).toContain(`<script type="module" nonce="${NONCE}" src="/build/assets/app.js"></script>`);
  });

  it('appends X-Inertia to Vary, once', async () => {
    expect((await browser('/page')).headers['vary']).toBe('Accept-Encoding, X-Inertia');
    expect((await visit('/vary')).headers['vary']).toBe('Accept-Language, X-Inertia');
    expect((await browser('/plain')).headers['vary']).toBe('Accept-Language, X-Inertia');
    expect((await browser('/nowhere')).headers['vary']).toBe('X-Inertia');
  });

  it.each(['/page/', '/page?a=1&b[]=2&c=%20'])('shows %s as requested', async (path) => {
    expect(pageIn((await browser(path)).text).url).toBe(path);
  });

  it('never gives a URL that a browser would take for another host', async () => {
    expect(pageIn((await browser('//evil.test/x')).text).url).toBe('/evil.test/x');
  });

  it('titles the document', async () => {
    expect((await browser('/page')).text).toContain('<title data-inertia="">TokenDesk</title>');
    const own = (await browser('/secret')).text;
    expect(own).toContain('<title data-inertia="">Own · TokenDesk</title>');
    expect(own).toContain('<meta name="description" content="D"');
    expect(pageIn(own).url).toBe('/shown');
  });
});

describe('Inertia answers', () => {
  it('sends JSON to whoever has the header, whatever Accept says', async () => {
    const answer = await visit('/page').set('Accept', 'text/html, application/xhtml+xml');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['x-inertia']).toBe('true');
    expect(answer.headers['vary']).toContain('X-Inertia');
    expect((await browser('/page').set('Accept', 'application/json')).headers['content-type']).toMatch(/^text\/html/);
  });

  it('stores and validates nothing, save where the handler says otherwise', async () => {
    for (const answer of [await browser('/page'), await visit('/page')]) {
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers).not.toHaveProperty('etag');
    }
    expect((await visit('/page').set('If-None-Match', '*')).status).toBe(200);
    expect((await browser('/cached')).headers['cache-control']).toBe('private, max-age=5');
  });

  it('answers a POST with a page and the status that render was given', async () => {
    expect((await request(running.server).post('/form').set('X-Inertia', 'true')).status).toBe(200);
    expect((await request(running.server).post('/form-422').set('X-Inertia', 'true')).status).toBe(422);
  });

  it('lets nobody add to an answer that has been given', async () => {
    const before = running.log.length;
    const page = await request(running.server).post('/wrapped').set('X-Inertia', 'true');
    expect([page.status, page.body.component]).toEqual([200, 'Test/Page']);
    expect((await request(running.server).post('/wrapped-redirect')).status).toBe(303);
    expect(running.log.slice(before)).toEqual([]);
  });

  it('answers HEAD without a body', async () => {
    const answer = await request(running.server).head('/page');
    expect(answer.status).toBe(200);
    expect(answer.text ?? '').toBe('');
  });
});

describe('partial reloads over HTTP', () => {
  const reload = (path: string) => visit(path).set('X-Inertia-Partial-Component', 'Test/Page');

  it('runs what is asked for', async () => {
    runs.held.mockClear();
    runs.late.mockClear();
    const answer = await reload('/page').set('X-Inertia-Partial-Data', 'held');
    expect(answer.body.props).toEqual({ errors: {}, held: 'held' });
    expect(answer.body).not.toHaveProperty('deferredProps');
    expect(runs.late).not.toHaveBeenCalled();
  });

  it('ignores partial headers of a browser', async () => {
    const answer = await browser('/page')
      .set('X-Inertia-Partial-Component', 'Test/Page')
      .set('X-Inertia-Partial-Data', 'held');
    expect(Object.keys(pageIn(answer.text).props)).toEqual(['app', 'errors', 'text']);
  });

  it('resolves a visit like a first load', async () => {
    expect((await visit('/page')).body).toEqual(pageIn((await browser('/page')).text));
  });
});

describe('shared props', () => {
  it('evaluates per request, and shows nobody another one’s', async () => {
    share.mockClear();
    const answers = await Promise.all(['a', 'b', 'c'].map((who) => visit(`/mine?who=${who}`)));
    expect(answers.map((answer) => answer.body.props.who)).toEqual(['a', 'b', 'c']);
    expect(share).toHaveBeenCalledTimes(3);
    expect((await visit('/page')).body.props).not.toHaveProperty('who');
  });

  it('does not evaluate for answers that are no pages', async () => {
    share.mockClear();
    await browser('/plain');
    expect(share).not.toHaveBeenCalled();
  });
});

describe('history', () => {
  it('encrypts by default and obeys the page', async () => {
    expect((await visit('/page')).body.encryptHistory).toBe(true);
    expect((await visit('/secret')).body).not.toHaveProperty('encryptHistory');
  });
});
