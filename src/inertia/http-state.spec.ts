import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, HttpCode, Post, Redirect, Res } from '@nestjs/common';
import type { Response } from 'express';
import request from 'supertest';
import { type InertiaApp, pageIn, startInertiaApp } from '../../test/support/inertia-app.js';
import { Inertia, InertiaCtx } from './index.js';
import { defer } from './props.js';

@Controller()
class State {
  @Get('page')
  page(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Test/Page', { a: 1, late: defer(() => 2) });
  }

  @Get('failing')
  failing(@InertiaCtx() inertia: Inertia) {
    return inertia.render('Test/Page', { a: () => Promise.reject(new Error('no')) });
  }

  @Post('save')
  save(@InertiaCtx() inertia: Inertia) {
    inertia.flash({ success: 'Saved' }).flash({ info: 'And more', password: 'no' }).redirect('/hop');
  }

  @Post('save-empty')
  @HttpCode(204)
  saveEmpty(@InertiaCtx() inertia: Inertia) {
    inertia.flash({ success: 'Saved' });
  }

  @Post('save-raw')
  saveRaw(@InertiaCtx() inertia: Inertia, @Res() res: Response) {
    inertia.flash({ success: 'Saved' });
    res.status(302).set('Location', '/page').end();
  }

  @Post('save-fragment')
  saveFragment(@InertiaCtx() inertia: Inertia) {
    inertia.flash({ success: 'Saved' }).redirect('/page#row');
  }

  @Post('save-location')
  saveLocation(@InertiaCtx() inertia: Inertia) {
    inertia.flash({ success: 'Saved' }).location('/page');
  }

  @Get('hop')
  @Redirect('/hop-again', 307)
  hop() {}

  @Get('hop-again')
  hopAgain(@InertiaCtx() inertia: Inertia) {
    inertia.flash({ error: 'From the hop' }).redirect('/page');
  }

  @Get('now')
  now(@InertiaCtx() inertia: Inertia) {
    return inertia.flash({ success: 'Now' }).errors({ name: 'bad' }).render('Test/Page', {});
  }

  @Post('invalid')
  invalid(@InertiaCtx() inertia: Inertia) {
    inertia.errors({ email: ['Required', 'Too short'], name: 'Odd', nothing: [] }).back('/page');
  }

  @Post('logout')
  logout(@InertiaCtx() inertia: Inertia) {
    inertia.clearHistory().redirect('/page');
  }

  @Get('json')
  json() {
    return { ok: true };
  }
}

let app: InertiaApp;
let agent: ReturnType<typeof request.agent>;
beforeAll(async () => {
  app = await startInertiaApp([State]);
});
beforeEach(() => {
  agent = request.agent(app.server);
});
afterAll(() => app.app.close());

const visit = (path: string) => agent.get(path).set('X-Inertia', 'true').set('X-Inertia-Version', app.version);
const send = (path: string) => agent.post(path).set('X-Inertia', 'true');
const NAMES = { success: 'Saved', info: 'And more', error: 'From the hop' };

/** As XHR does: the headers stay on the way. */
async function save(path = '/save') {
  expect((await send(path)).status).toBe(303);
  await visit('/hop');
  await visit('/hop-again');
}

describe('flash', () => {
  it('delivers what was flashed through a chain of redirects once, on the page', async () => {
    await save();
    const first = (await visit('/page')).body;
    expect(first.flash).toEqual(NAMES);
    expect(first.props).not.toHaveProperty('flash');
    expect((await visit('/page')).body).not.toHaveProperty('flash');
  });

  it('delivers to a browser load as well, through plain redirects', async () => {
    await agent.post('/save');
    expect((await agent.get('/hop')).status).toBe(307);
    await agent.get('/hop-again');
    expect(pageIn((await agent.get('/page')).text)['flash']).toEqual(NAMES);
    expect(pageIn((await agent.get('/page')).text)).not.toHaveProperty('flash');
  });

  it.each(['/save-raw', '/save-fragment', '/save-location', '/save-empty'])('survives %s', async (path) => {
    const answer = await send(path);
    expect([302, 303, 409]).toContain(answer.status);
    expect((await visit('/page')).body.flash).toEqual({ success: 'Saved' });
  });

  it('delivers in the same request without a cookie', async () => {
    const answer = await visit('/now');
    expect(answer.body.flash).toEqual({ success: 'Now' });
    expect(answer.body.props.errors).toEqual({ name: 'bad' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect((await visit('/page')).body).not.toHaveProperty('flash');
  });

  it('keeps everything across the 409 of an outdated client', async () => {
    await save();
    await send('/invalid');
    const stale = await agent.get('/page').set('X-Inertia', 'true').set('X-Inertia-Version', 'old');
    expect(stale.status).toBe(409);
    expect(stale.headers).not.toHaveProperty('set-cookie');
    const page = pageIn((await agent.get('/page')).text);
    expect(page['flash']).toEqual(NAMES);
    expect(page.props['errors']).toEqual({ email: 'Required', name: 'Odd' });
  });

  it.each(['Purpose', 'Sec-Purpose'])('takes nothing for a prefetch (%s)', async (name) => {
    await save();
    const prefetch = await visit('/page').set(name, 'prefetch');
    expect(prefetch.body).not.toHaveProperty('flash');
    expect(prefetch.headers).not.toHaveProperty('set-cookie');
    expect((await visit('/page')).body.flash).toEqual(NAMES);
  });

  it('takes nothing for a poll or a deferred load', async () => {
    await save();
    const poll = visit('/page').set('X-Inertia-Partial-Component', 'Test/Page').set('X-Inertia-Partial-Data', 'late');
    const answer = await poll.set('Cache-Control', 'no-cache');
    expect(answer.body).not.toHaveProperty('flash');
    expect(answer.body.props).toEqual({ errors: {}, late: 2 });
    expect((await visit('/page')).body.flash).toEqual(NAMES);
  });

  it('takes nothing for answers that are no pages', async () => {
    await save();
    await agent.get('/json');
    await agent.get('/nowhere.js').set('Accept', '*/*').set('Purpose', 'prefetch');
    expect((await visit('/page')).body.flash).toEqual(NAMES);
  });

  it('shows on the error page when the page itself fails', async () => {
    await save();
    const answer = await visit('/failing');
    expect(answer.status).toBe(500);
    expect(answer.body.flash).toEqual(NAMES);
    expect(answer.headers['set-cookie']).toHaveLength(1);
  });
});

describe('the cookie', () => {
  const cookieOf = (headers: Record<string, unknown>) => (headers['set-cookie'] as string[])[0] ?? '';

  it('is encrypted, short-lived and out of reach of scripts', async () => {
    const cookie = cookieOf((await send('/save')).headers);
    expect(cookie).toMatch(/^td_flash=[\w-]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain('Saved');
  });

  it('is a __Host- cookie on secure sites', async () => {
    const secure = await startInertiaApp([State], { cookie: { secure: true, key: Buffer.alloc(32, 1) } });
    const cookie = cookieOf((await request(secure.server).post('/save')).headers);
    expect(cookie).toMatch(
      /^__Host-td_flash=[^;]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookie).not.toContain('Domain');
    await secure.app.close();
  });

  it.each(['garbage', 'AAAA', '%', ''])('is ignored and cleared when tampered with (%j)', async (value) => {
    const answer = await request(app.server).get('/page').set('Cookie', `td_flash=${value}`);
    expect(answer.status).toBe(200);
    expect(pageIn(answer.text)).not.toHaveProperty('flash');
    if (value !== '') expect(cookieOf(answer.headers)).toMatch(/^td_flash=; Path=\/; Expires=Thu, 01 Jan 1970/);
  });

  it('is cleared by a redirect too when it was tampered with', async () => {
    const answer = await request(app.server).get('/hop').set('Cookie', 'td_flash=garbage');
    expect(cookieOf(answer.headers)).toContain('Expires=Thu, 01 Jan 1970');
  });
});

describe('validation errors', () => {
  it('gives every page an errors prop', async () => {
    expect((await visit('/page')).body.props.errors).toEqual({});
  });

  it('delivers the first messages once after going back', async () => {
    const answer = await send('/invalid').set('Host', 'app.test').set('Referer', 'http://app.test/page');
    expect([answer.status, answer.headers['location']]).toEqual([303, '/page']);
    expect((await visit('/page')).body.props.errors).toEqual({ email: 'Required', name: 'Odd' });
    expect((await visit('/page')).body.props.errors).toEqual({});
  });

  it('delivers to the partial visit that follows the redirect', async () => {
    await send('/invalid');
    const partial = await visit('/page')
      .set('X-Inertia-Partial-Component', 'Test/Page')
      .set('X-Inertia-Partial-Data', 'a');
    expect(partial.body.props).toEqual({ a: 1, errors: { email: 'Required', name: 'Odd' } });
    expect((await visit('/page')).body.props.errors).toEqual({});
  });

  it('keeps the bag with the errors, also when the next load is the browser’s own', async () => {
    await send('/invalid').set('X-Inertia-Error-Bag', 'invite');
    const errors = { invite: { email: 'Required', name: 'Odd' } };
    expect(pageIn((await agent.get('/page')).text).props['errors']).toEqual(errors);
  });

  it.each(['__proto__', 'a b', 'x'.repeat(65)])('ignores the bag name %s', async (bag) => {
    await send('/invalid').set('X-Inertia-Error-Bag', bag);
    expect((await visit('/page')).body.props.errors).toEqual({ email: 'Required', name: 'Odd' });
  });
});

describe('clear history', () => {
  it.each(['X-Inertia', 'X-Other'])('marks the next page exactly once (%s)', async (name) => {
    await agent.post('/logout').set('X-Inertia', 'true');
    const next = () => agent.get('/page').set(name, 'true').set('X-Inertia-Version', app.version);
    const pageOf = (answer: { body: unknown; text: string }) =>
      name === 'X-Inertia' ? answer.body : pageIn(answer.text);
    expect(pageOf(await next())).toHaveProperty('clearHistory', true);
    expect(pageOf(await next())).not.toHaveProperty('clearHistory');
  });
});
