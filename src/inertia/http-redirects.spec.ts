import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type CallHandler,
  type CanActivate,
  Controller,
  Delete,
  type ExecutionContext,
  Get,
  Injectable,
  type NestInterceptor,
  Param,
  Patch,
  Post,
  Put,
  Redirect,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { of } from 'rxjs';
import request from 'supertest';
import { type InertiaApp, Refused, startInertiaApp } from '../../test/support/inertia-app.js';
import { Inertia, InertiaCtx, inertiaOf } from './index.js';

const handled = jest.fn();

@Injectable()
class Refusing implements CanActivate {
  canActivate(): boolean {
    throw new Refused();
  }
}

@Injectable()
class Answering implements NestInterceptor {
  intercept(context: ExecutionContext, _next: CallHandler) {
    inertiaOf(context.switchToHttp().getRequest<object>()).redirect('/page', 302);
    return of(undefined);
  }
}

@Controller()
class Redirects {
  @Get('page')
  page(@InertiaCtx() inertia: Inertia) {
    handled();
    return inertia.render('Test/Page', {});
  }

  @Delete('guarded')
  @UseGuards(Refusing)
  guarded() {
    handled();
  }

  @Delete('intercepted')
  @UseInterceptors(Answering)
  intercepted() {
    handled();
  }

  @Put('decorated')
  @Redirect('/page', 301)
  decorated() {}

  @Patch('express/:status')
  express(@Res() res: Response, @Param('status') status: string) {
    res.redirect(Number(status), '/page');
  }

  @Put('raw')
  raw(@Res() res: Response) {
    res.statusCode = 302;
    res.setHeader('Location', '/page');
    res.end();
  }

  @Post('raw-external')
  rawExternal(@Res() res: Response) {
    res.status(303).set('Location', 'https://bank.test/pay').set('Set-Cookie', 'a=1').end();
  }

  @Post('stay')
  stay(@InertiaCtx() inertia: Inertia) {
    inertia.redirect('/page', 302);
  }

  @Delete('default')
  byDefault(@InertiaCtx() inertia: Inertia) {
    inertia.redirect('/page');
  }

  @Get('bank')
  @Redirect('https://bank.test/pay?a=1')
  bank() {}

  @Get('evil')
  @Redirect('https://evil.test/')
  evil() {}

  @Post('location')
  location(@InertiaCtx() inertia: Inertia) {
    inertia.location('https://bank.test/pay');
  }

  @Get('csv')
  csv(@InertiaCtx() inertia: Inertia) {
    inertia.location('/export.csv');
  }

  @Get('fragment')
  @Redirect('/page?p=2#row')
  fragment() {}

  @Post('back')
  back(@InertiaCtx() inertia: Inertia) {
    inertia.back('/fallback');
  }
}

let app: InertiaApp;
beforeAll(async () => {
  app = await startInertiaApp([Redirects], { isExternalAllowed: (url) => url.origin === 'https://bank.test' });
});
beforeEach(() => void handled.mockClear());
afterAll(() => app.app.close());

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
const plain = (method: Method, path: string) => request(app.server)[method](path).set('Host', 'app.test');
const visit = (method: Method, path: string) =>
  plain(method, path).set('X-Inertia', 'true').set('X-Inertia-Version', app.version);

describe('asset version', () => {
  const stale = (method: Method, path: string) =>
    plain(method, path).set('X-Inertia', 'true').set('X-Inertia-Version', 'old');

  it('refuses an outdated GET before any guard or handler', async () => {
    const answer = await stale('get', '/page?a=1');
    expect(answer.status).toBe(409);
    expect(answer.text).toBe('');
    expect(answer.headers['x-inertia-location']).toBe('/page?a=1');
    expect(answer.headers).not.toHaveProperty('x-inertia');
    expect(answer.headers['vary']).toContain('X-Inertia');
    expect(handled).not.toHaveBeenCalled();
  });

  it('takes a missing version for an outdated one', async () => {
    expect((await plain('get', '/page').set('X-Inertia', 'true')).status).toBe(409);
    expect((await visit('get', '/page')).status).toBe(200);
  });

  it.each([
    [7, '7', 200],
    [null, '', 200],
    ['', '', 200],
    [null, 'x', 409],
  ])('compares %j with %j as text', async (version, sent, status) => {
    const other = await startInertiaApp([Redirects], { version });
    const answer = await request(other.server).get('/page').set('X-Inertia', 'true').set('X-Inertia-Version', sent);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body.version).toBe(version);
    await other.app.close();
  });

  it('never checks other methods', async () => {
    expect((await stale('post', '/stay')).status).toBe(302);
    expect((await stale('delete', '/guarded')).status).toBe(303);
  });

  it('ignores the header without X-Inertia', async () => {
    expect((await plain('get', '/page').set('X-Inertia-Version', 'old')).status).toBe(200);
  });

  it('names the version on that 409 only', async () => {
    expect((await stale('get', '/page')).headers['x-inertia-version']).toBe(app.version);
    expect((await visit('post', '/location')).headers).not.toHaveProperty('x-inertia-version');
    expect((await visit('get', '/fragment')).headers).not.toHaveProperty('x-inertia-version');
  });

  it('never names another host', async () => {
    expect((await stale('get', '//evil.test/x')).headers['x-inertia-location']).toBe('/evil.test/x');
  });
});

describe('redirects', () => {
  it.each<[string, Method, string]>([
    ['a filter, after a guard refused', 'delete', '/guarded'],
    ['an interceptor', 'delete', '/intercepted'],
    ['@Redirect', 'put', '/decorated'],
    ['the handler', 'delete', '/default'],
    ['Express, 302', 'patch', '/express/302'],
    ['Express, 301', 'patch', '/express/301'],
    ['a bare Location header', 'put', '/raw'],
  ])('answers 303 when %s redirects', async (_who, method, path) => {
    const answer = await visit(method, path);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/page']);
    expect(answer.headers['vary']).toContain('X-Inertia');
    expect(handled).not.toHaveBeenCalled();
  });

  it('leaves 303, 307 and 308, and requests without X-Inertia', async () => {
    for (const status of [303, 307, 308]) expect((await visit('patch', `/express/${status}`)).status).toBe(status);
    expect((await plain('delete', '/guarded')).status).toBe(302);
    expect((await plain('put', '/decorated')).status).toBe(301);
    expect((await visit('post', '/stay')).status).toBe(302);
  });

  it.each<[Method, string, string]>([
    ['get', '/bank', 'https://bank.test/pay?a=1'],
    ['post', '/raw-external', 'https://bank.test/pay'],
    ['post', '/location', 'https://bank.test/pay'],
    ['get', '/csv', '/export.csv'],
  ])('answers %s %s with a location', async (method, path, target) => {
    const answer = await visit(method, path);
    expect([answer.status, answer.text]).toEqual([409, '']);
    expect(answer.headers['x-inertia-location']).toBe(target);
    for (const name of ['location', 'content-type', 'x-inertia']) expect(answer.headers).not.toHaveProperty(name);
  });

  it('keeps other headers', async () => {
    expect((await visit('post', '/raw-external')).headers['set-cookie']).toEqual(['a=1']);
  });

  it('redirects everybody else', async () => {
    const posted = await plain('post', '/location');
    expect([posted.status, posted.headers['location']]).toEqual([303, 'https://bank.test/pay']);
    expect((await plain('get', '/bank')).status).toBe(302);
    expect((await plain('get', '/csv')).headers['location']).toBe('/export.csv');
  });

  it('refuses to leave for anywhere else', async () => {
    for (const answer of [await visit('get', '/evil'), await plain('get', '/evil')]) {
      expect([answer.status, answer.headers['location']]).toEqual([302, '/']);
    }
    expect(app.log.at(-1)?.message).toContain('https://evil.test/');
  });

  it('hands a fragment to the client', async () => {
    const answer = await visit('get', '/fragment');
    expect([answer.status, answer.text]).toEqual([409, '']);
    expect(answer.headers['x-inertia-redirect']).toBe('/page?p=2#row');
    for (const name of ['location', 'x-inertia', 'x-inertia-location']) expect(answer.headers).not.toHaveProperty(name);
    expect((await plain('get', '/fragment')).headers['location']).toBe('/page?p=2#row');
    expect((await visit('get', '/fragment').set('Purpose', 'prefetch')).status).toBe(302);
  });

  it.each([
    ['http://app.test/list?p=2#x', '/list?p=2'],
    ['https://app.test/list', '/list'],
    ['http://app.test//evil.test', '/evil.test'],
    ['http://evil.test/list', '/fallback'],
    ['http://app.test.evil.test/', '/fallback'],
    ['nonsense', '/fallback'],
    [undefined, '/fallback'],
  ])('goes back from %s to %s', async (referer, target) => {
    const back = visit('post', '/back');
    if (referer !== undefined) void back.set('Referer', referer);
    const answer = await back;
    expect([answer.status, answer.headers['location']]).toEqual([303, target]);
  });
});
