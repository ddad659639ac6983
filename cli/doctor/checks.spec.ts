import { describe, expect, it, jest } from '@jest/globals';
import { settingsFrom } from '../../src/config/env.js';
import { isWorkAbandoned } from '../interruption.js';
import { checked, reasonOf } from './check.js';
import { backlogChecks, clockCheck, engineCheck } from './database-checks.js';
import { nodeCheck, spaceCheck } from './machine-checks.js';
import { evictionCheck } from './service-checks.js';
import { settingsChecks } from './settings-checks.js';

describe('what doctor makes of what it finds', () => {
  it.each([
    ['8.0.36', 'ok'],
    ['8.4.3', 'ok'],
    ['9.1.0', 'ok'],
    ['5.7.44-log', 'fail'],
    ['10.6.18-MariaDB', 'ok'],
    ['11.4.2-MariaDB-log', 'ok'],
    ['5.5.5-10.11.6-MariaDB-0+deb12u1', 'ok'],
    ['10.5.23-MariaDB', 'fail'],
    ['nonsense', 'fail'],
  ])('engine %s: %s', (version, state) => {
    expect(engineCheck(version, 'REPEATABLE-READ').state).toBe(state);
  });

  it.each([
    [0, 'ok'],
    [1_900, 'ok'],
    [-1_900, 'ok'],
    [2_500, 'warn'],
    [-59_000, 'warn'],
    [61_000, 'fail'],
  ])('clocks %d ms apart: %s', (apart, state) => {
    const here = Date.parse('2026-01-12T09:34:00Z');
    expect(clockCheck(here, here + apart)).toMatchObject({ state, text: expect.stringContaining('3:04 pm IST') });
  });

  it.each([
    ['20.18.3', 'fail'],
    ['20.19.0', 'ok'],
    ['24.1.0', 'ok'],
    ['18.20.0', 'fail'],
  ])('Node %s: %s', (version, state) => {
    expect(nodeCheck(version).state).toBe(state);
  });

  it.each([
    [50 * 1024 ** 2, 'fail'],
    [500 * 1024 ** 2, 'warn'],
    [5 * 1024 ** 3, 'ok'],
  ])('%d bytes free: %s', (free, state) => {
    expect(spaceCheck('/data', free).state).toBe(state);
  });

  describe('what waits', () => {
    const HOUR_S = 3_600;
    const linesOf = (figures: Record<string, { count: number; ageSeconds: number }>) =>
      Object.fromEntries(
        backlogChecks(new Map(Object.entries(figures))).map(({ name, state, text }) => [name, `${state}: ${text}`]),
      );

    it('is a line each, also where there is nothing', () => {
      expect(linesOf({})).toEqual({
        poll: 'ok: 0 checks due, the oldest for 0 s',
        attempts: 'ok: 0 attempts without a final answer',
        outbox: 'ok: 0 mails wait, the oldest for 0 min',
        refunds: 'ok: 0 refunds without a final answer, 0 of them unknown',
        reviews: 'ok: 0 reviews open',
      });
    });

    it.each([
      [1_790, 1_790, HOUR_S - 10, 'ok'],
      [1_810, 1_810, HOUR_S + 10, 'warn'],
    ])(
      'mail for %d s, a refund for %d s, an attempt and a review for %d s: %s, by the limits of the alerts',
      (mail, refund, review, state) => {
        expect(
          linesOf({
            unresolved: { count: 5, ageSeconds: review },
            mail: { count: 4, ageSeconds: mail },
            'refund:processing': { count: 2, ageSeconds: 90_000 },
            'refund:unknown': { count: 1, ageSeconds: refund },
            'review:amount_mismatch': { count: 2, ageSeconds: review },
            'review:excess_capture': { count: 1, ageSeconds: 60 },
          }),
        ).toMatchObject({
          attempts: `${state}: 5 attempts without a final answer, one for 60 min without a usable answer of the bank`,
          outbox: `${state}: 4 mails wait, the oldest for 30 min`,
          refunds: `${state}: 3 refunds without a final answer, 1 of them unknown, the oldest of these for 30 min`,
          reviews: `${state}: 3 reviews open (amount_mismatch 2, excess_capture 1), the oldest for 60 min`,
        });
      },
    );
  });

  it.each([
    ['noeviction', 'ok'],
    ['allkeys-lru', 'warn'],
    ['volatile-ttl', 'warn'],
    [null, 'warn'],
  ])('Redis with maxmemory-policy %s: %s', (policy, state) => {
    expect(evictionCheck(policy).state).toBe(state);
  });

  it('names what a careful operator would not leave in production', () => {
    const settings = settingsFrom({
      NODE_ENV: 'production',
      APP_URL: 'https://pay.example.com',
      DATABASE_URL: 'mysql://root@db/tokendesk',
      JWT_SECRET: 'kX9-a-long-random-value-for-signing-7Q',
      ENCRYPTION_KEY: 'Zt4-another-long-random-value-here-2W',
      ENCRYPTION_KEY_PREVIOUS: 'Zt3-the-one-before-that-was-long-too',
      GATEWAY_BASE_URL: 'https://qa.phicommerce.com/pg',
      GATEWAY_MERCHANT_ID: '100000000000001',
      GATEWAY_SECRET_KEY: 'a-real-merchant-key',
      ENABLE_TEST_PAGES: 'true',
    });
    const text = settingsChecks(settings)
      .map((check) => `${check.state} ${check.text}`)
      .join('\n');
    for (const part of [
      'ENABLE_TEST_PAGES',
      'test system',
      'root',
      'no password',
      'SMTP_URL',
      'demo values',
      'Baner Road',
    ])
      expect(text).toMatch(new RegExp(`warn .*${part}`));
    expect(text).toContain('ENCRYPTION_KEY_PREVIOUS');
  });

  it('what throws is a line, whatever it throws', async () => {
    const refused = Object.assign(new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:9')]), { message: '' });
    const lines = await checked('database', 'start it', () => Promise.reject(refused));
    expect(lines).toEqual([
      { name: 'database', state: 'fail', text: 'connect ECONNREFUSED 127.0.0.1:9', todo: 'start it' },
    ]);
    expect(reasonOf('plain')).toBe('plain');
    expect(isWorkAbandoned()).toBe(false);
  });

  it('what never ends is a line, and nothing that the process waits for', async () => {
    jest.useFakeTimers();
    try {
      const lines = checked('database', 'start it', () => new Promise(() => undefined));
      jest.advanceTimersByTime(15_000);
      expect(await lines).toEqual([
        { name: 'database', state: 'fail', text: 'no answer within 15 seconds', todo: 'start it' },
      ]);
      expect(isWorkAbandoned()).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });
});
