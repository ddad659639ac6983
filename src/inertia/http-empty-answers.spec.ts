import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import request from 'supertest';
import { type InertiaApp, startInertiaApp } from '../../test/support/inertia-app.js';

@Controller()
class Empty {
  @Get('empty')
  empty() {}

  @Post('empty')
  created() {}

  @Delete('empty')
  @HttpCode(204)
  gone() {}

  @Patch('empty')
  nothing() {
    return null;
  }

  @Put('empty')
  ended(@Res() res: Response) {
    res.end();
  }

  @Get('json')
  json() {
    return { ok: true };
  }
}

let app: InertiaApp;
beforeAll(async () => {
  app = await startInertiaApp([Empty]);
});
afterAll(() => app.app.close());

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
const plain = (method: Method, path: string) => request(app.server)[method](path).set('Host', 'app.test');
const visit = (method: Method, path: string) =>
  plain(method, path).set('X-Inertia', 'true').set('X-Inertia-Version', app.version);

describe('empty answers', () => {
  it.each<[Method, number]>([
    ['get', 302],
    ['post', 303],
    ['delete', 303],
    ['patch', 303],
    ['put', 303],
  ])('sends an Inertia %s with an empty answer back', async (method, status) => {
    const answer = await visit(method, '/empty').set('Referer', 'http://app.test/list?p=2');
    expect([answer.status, answer.headers['location']]).toEqual([status, '/list?p=2']);
  });

  it.each<[Method, number]>([
    ['get', 200],
    ['post', 201],
    ['delete', 204],
  ])('leaves the empty answer to a plain %s', async (method, status) => {
    expect((await plain(method, '/empty')).status).toBe(status);
  });

  it('does not loop on an empty page', async () => {
    expect((await visit('get', '/empty').set('Referer', 'http://app.test/empty')).headers['location']).toBe('/');
  });

  it('leaves JSON alone', async () => {
    const answer = await plain('get', '/json')
      .set('Accept', 'application/json')
      .set('X-Requested-With', 'XMLHttpRequest');
    expect(answer.body).toEqual({ ok: true });
  });
});
