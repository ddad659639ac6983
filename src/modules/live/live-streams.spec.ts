import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { readPreferences } from '../../domain/people/preferences.js';
import type { Role } from '../../domain/people/roles.js';
import type { Principal } from '../../http/index.js';
import type { LiveEvents } from '../../live/index.js';
import { SystemClock } from '../../runtime/clock.js';
import { Overloaded } from '../../runtime/overloaded.js';
import type { Rights, SessionsService } from '../auth/index.js';
import type { SalesEvents } from '../projects/index.js';
import { LiveStreams } from './live-streams.js';

const principal = (userId: number, role: Role = 'sales_manager'): Principal => ({
  userId,
  sessionId: userId,
  sessionJti: `${userId}`,
  name: '',
  email: '',
  role,
  via: 'cookie',
  secondFactor: false,
  verifiedAt: new Date(0),
  setupRequired: false,
  preferences: readPreferences(null),
  projectIds: null,
  eventId: null,
  severalEvents: false,
});

function answer(): Response {
  return new ServerResponse(new IncomingMessage(new Socket())) as unknown as Response;
}

/** @param alive what the database says of each session */
function streamsWith(alive: () => Promise<Map<number, Rights>>): LiveStreams {
  const sessions = { aliveAmong: alive } as unknown as SessionsService;
  const events = { projectsOf: () => Promise.resolve([1]) } as unknown as SalesEvents;
  return new LiveStreams({ listen: () => undefined } as unknown as LiveEvents, sessions, events, new SystemClock());
}

describe('LiveStreams', () => {
  beforeAll(() => Logger.overrideLogger(false));
  it('holds a thousand and no more; a user who has all of his own gets one all the same', () => {
    const streams = streamsWith(() => Promise.resolve(new Map()));
    for (let at = 0; at < 1000; at += 1) streams.open(principal(1 + Math.floor(at / 8)), answer());
    expect(() => streams.open(principal(500), answer())).toThrow(Overloaded);
    const own = answer();
    streams.open(principal(1), own);
    expect(own.writableEnded).toBe(false);
  });

  it('takes no more once it stops, and ends what it has', () => {
    const streams = streamsWith(() => Promise.resolve(new Map()));
    const open = answer();
    streams.open(principal(1), open);
    streams.onModuleDestroy();
    expect(open.writableEnded).toBe(true);
    expect(() => streams.open(principal(2), answer())).toThrow(Overloaded);
  });

  it('tells what is left of a project to whoever may see the project', () => {
    const streams = streamsWith(() => Promise.resolve(new Map()));
    const told = [null, [2, 3], [1], []].map((projectIds, at) => {
      const open = answer();
      streams.open({ ...principal(at + 1, 'admin'), projectIds }, open);
      return jest.spyOn(open, 'write');
    });
    streams.onMessage({
      type: 'units',
      units: { projectId: 2, tierCode: 'gold', tokenType: 'gold', left: 3, version: 1 },
    });
    expect(told.map(({ mock }) => mock.calls.some(([text]) => String(text).includes('event: units')))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('ends a stream whose owner has another role now, and keeps all while the database is away', async () => {
    let isAway = true;
    const rightsOf = (userId: number): Rights => ({ userId, role: 'sales_manager', projectIds: null });
    const roles = new Map([1, 2].map((userId) => [userId, rightsOf(userId)]));
    const streams = streamsWith(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(roles)));
    const [same, other] = [answer(), answer()];
    streams.open(principal(1), same);
    streams.open(principal(2, 'admin'), other);
    await streams.beat();
    expect([same.writableEnded, other.writableEnded]).toEqual([false, false]);
    isAway = false;
    await streams.beat();
    expect([same.writableEnded, other.writableEnded]).toEqual([false, true]);
  });
  describe('of an admin of some projects', () => {
    const payment = {
      paymentId: 'x',
      kind: 'status',
      status: 'completed',
      statusLabel: '',
      tokenNumber: 'N/A',
    } as const;
    const ofProject = (projectId?: number) =>
      ({
        type: 'payment',
        salesManagerId: 9,
        ...(projectId !== undefined && { projectId }),
        payment: { ...payment, tokenType: 'gold', at: '2026-01-05T00:00:00.000Z' },
      }) as const;
    const limitedTo = (projectIds: number[] | null): Principal => ({ ...principal(1, 'admin'), projectIds });
    const rights = (projectIds: number[] | null): Map<number, Rights> =>
      new Map([[1, { userId: 1, role: 'admin', projectIds }]]);
    const opened = (streams: LiveStreams, projectIds: number[] | null) => {
      const open = answer();
      const write = jest.spyOn(open, 'write');
      streams.open(limitedTo(projectIds), open);
      const named = (event: string) => write.mock.calls.filter(([text]) => String(text).includes(`event: ${event}\n`));
      return { payments: () => named('payment').length, hellos: () => named('hello').length };
    };

    it.each([
      [null, 2, 1],
      [null, undefined, 1],
      [[2], 2, 1],
      [[1, 3], 2, 0],
      [[], 2, 0],
      // An older instance does not tell the project.
      [[2], undefined, 0],
    ])('of %j, about project %j: %i', (projectIds, about, count) => {
      const streams = streamsWith(() => Promise.resolve(rights(projectIds)));
      const reader = opened(streams, projectIds);
      streams.onMessage(ofProject(about));
      expect(reader.payments()).toBe(count);
    });

    it('reads the rights once more after it has opened', async () => {
      const streams = streamsWith(() => Promise.resolve(rights([3])));
      const reader = opened(streams, [2]);
      await settled();
      streams.onMessage(ofProject(2));
      expect([reader.payments(), reader.hellos()]).toEqual([0, 2]);
      streams.onMessage(ofProject(3));
      expect(reader.payments()).toBe(1);
    });

    it('holds back while the rights are read, and says that something may be missed', async () => {
      let answerOf: (found: Map<number, Rights>) => void = () => undefined;
      const streams = streamsWith(() => new Promise((resolve) => (answerOf = resolve)));
      const reader = opened(streams, [2]);
      streams.onMessage({ type: 'sessions', userId: 1 });
      const first = answerOf;
      streams.onMessage(ofProject(2));
      expect(reader.payments()).toBe(0);
      // Doubted again before the first answer: that one does not count.
      streams.onMessage({ type: 'sessions', userId: 1 });
      first(rights([2]));
      await settled();
      streams.onMessage(ofProject(2));
      expect([reader.payments(), reader.hellos()]).toEqual([0, 1]);
      answerOf(rights([3]));
      await settled();
      streams.onMessage(ofProject(2));
      streams.onMessage(ofProject(3));
      expect([reader.payments(), reader.hellos()]).toEqual([1, 2]);
    });

    it('stays silent while the database is away', async () => {
      let isAway = false;
      const streams = streamsWith(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(rights([2]))));
      const reader = opened(streams, [2]);
      isAway = true;
      streams.onMessage({ type: 'sessions', userId: 1 });
      await settled();
      streams.onMessage(ofProject(2));
      expect(reader.payments()).toBe(0);
      isAway = false;
      await streams.beat();
      streams.onMessage(ofProject(2));
      expect([reader.payments(), reader.hellos()]).toEqual([1, 2]);
    });
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
