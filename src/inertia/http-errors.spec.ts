import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, NotFoundException, Post } from '@nestjs/common';
import type { Request } from 'express';
import request from 'supertest';
import { type InertiaApp, pageIn, startInertiaApp } from '../../test/support/inertia-app.js';
import { Inertia, InertiaCtx } from './index.js';

@Controller()
class Pages {
  @Get('broken')
  broken(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Test/Page', { bad: () => Promise.reject(new Error('no')) });
  }

  @Get('missing')
  missing() {
    throw new NotFoundException();
  }

  @Post('form')
  form(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Test/Page', { posted: true });
  }
}

let running: InertiaApp;
beforeAll(async () => {
  running = await startInertiaApp([Pages], {
    share: (req: Request) => {
      if (req.path.startsWith('/share-fails')) throw new Error('no session');
      return { app: { name: 'TokenDesk' } };
    },
  });
});
afterAll(() => running.app.close());

const browser = (path: string) => request(running.server).get(path);
const visit = (path: string) => browser(path).set('X-Inertia', 'true').set('X-Inertia-Version', running.version);

describe('error pages', () => {
  it.each([
    ['/missing', 404],
    ['/nowhere', 404],
    ['/broken', 500],
    ['/share-fails', 404],
  ])('shows the error page for %s', async (path, status) => {
    const html = await browser(path);
    expect([html.status, html.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(pageIn(html.text)).toMatchObject({ component: 'Error', props: { status, errors: {} } });
    const json = await visit(path);
    expect([json.status, json.headers['x-inertia']]).toEqual([status, 'true']);
    expect(json.body).toMatchObject({ component: 'Error', url: path });
  });

  it('shows the error page for a body that cannot be read', async () => {
    const answer = await request(running.server).post('/form').set('X-Inertia', 'true').type('json').send('{bad');
    expect(answer.status).toBe(400);
    expect(answer.body.component).toBe('Error');
  });

  it('falls back to a static document', async () => {
    const other = await startInertiaApp([Pages], {
      encryptHistory: () => {
        throw new Error('settings');
      },
    });
    for (const name of ['X-Other', 'X-Inertia']) {
      const answer = await request(other.server)
        .get('/missing')
        .set(name, 'true')
        .set('X-Inertia-Version', other.version);
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers).not.toHaveProperty('x-inertia');
      expect(answer.text).toContain('<h1>Not Found</h1>');
    }
    await other.app.close();
  });

  it('shows a page that answers a POST under the page it came from', async () => {
    const post = request(running.server).post('/form').set('X-Inertia', 'true');
    const host = await post.set('Referer', 'http://elsewhere.test/x');
    expect(host.body.url).toBe('/form');
    const own = await request(running.server)
      .post('/nowhere')
      .set('Host', 'app.test')
      .set('Referer', 'http://app.test/page?a=1');
    expect(pageIn(own.text).url).toBe('/page?a=1');
  });
});
