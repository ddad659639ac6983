import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { readPreferences } from '../../domain/people/preferences.js';
import type { Role } from '../../domain/people/roles.js';
import type { Principal } from '../../http/index.js';
import type { LiveEvents } from '../../live/index.js';
import { Overloaded } from '../../runtime/overloaded.js';
import type { SessionsService } from '../auth/index.js';
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
function streamsWith(alive: () => Promise<Map<number, Role>>): LiveStreams {
  const sessions = { aliveAmong: alive } as unknown as SessionsService;
  return new LiveStreams({ listen: () => undefined } as unknown as LiveEvents, sessions);
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
    streams.onMessage({ type: 'units', units: { projectId: 2, tokenType: 'gold', left: 3, version: 1 } });
    expect(told.map(({ mock }) => mock.calls.some(([text]) => String(text).includes('event: units')))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('ends a stream whose owner has another role now, and keeps all while the database is away', async () => {
    let isAway = true;
    const roles = new Map<number, Role>([
      [1, 'sales_manager'],
      [2, 'sales_manager'],
    ]);
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
});
