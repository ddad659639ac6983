import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';
import { SETTINGS, type Settings } from '../config/settings.token.js';

/** Nobody waits longer than this for Redis: what cannot be shared is done alone. */
export const REDIS_PATIENCE_MS = 200;
const TELLING_PATIENCE_MS = 2_000;
/** After an answer that did not come, nobody asks for this long, or a server that hangs would slow every request. */
const REST_MS = 2_000;
const LONGEST_RETRY_MS = 10_000;

const BEGINNING = new Set<Redis['status']>(['wait', 'connecting', 'connect']);

const OPTIONS: RedisOptions = {
  lazyConnect: true,
  connectTimeout: 2_000,
  keepAlive: 10_000,
  // Its timer is not cleared when the connection is gone already, and would hold up the end of a command.
  disconnectTimeout: 100,
  // What cannot be sent now is not sent later: a limit or an event is worth nothing by then.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times) => Math.min(LONGEST_RETRY_MS, 100 * 2 ** Math.min(times, 10)) * (0.75 + Math.random() / 2),
};

/**
 * What the instances of one product share through Redis. Nothing depends on it: without REDIS_URL, and while the server is
 * away, each instance goes on by itself. An outage is one line in the log, and its end another.
 */
@Injectable()
export class RedisLink implements OnApplicationShutdown {
  readonly isConfigured: boolean;
  /** Before every key and channel. Instances of one product have one APP_URL; other products on the same server another. */
  readonly prefix: string;
  private readonly logger = new Logger('Redis');
  private readonly url: string | null;
  private readonly connections: Redis[] = [];
  private readonly away = new Set<Redis>();
  private readonly asking = new Set<Promise<unknown>>();
  private commands: Redis | null = null;
  private beginning: Promise<boolean> | null = null;
  private ready: Promise<boolean> | null = null;
  private restUntil = 0;
  private stopping = false;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.url = settings.redisUrl;
    this.isConfigured = this.url !== null;
    this.prefix = `tokendesk:${createHash('sha256').update(settings.appUrl).digest('hex').slice(0, 12)}:`;
  }

  /** Asks Redis, and waits {@link REDIS_PATIENCE_MS} at most. Null, and never an error, when there is no answer. */
  async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T | null> {
    if (this.url === null || this.stopping || performance.now() < this.restUntil) return null;
    return this.tracked(this.answerTo(question, this.url, (redis) => this.becomesReady(redis)));
  }

  /**
   * Tells the others without anybody waiting for it, so that neither a slow answer a moment ago nor a connection that breaks
   * at its first try is a reason to keep it back.
   */
  async tell(channel: string, text: string): Promise<void> {
    if (this.url === null || this.stopping) return;
    const message = (redis: Redis) => redis.publish(this.prefix + channel, text);
    await this.tracked(this.answerTo(message, this.url, (redis) => this.isReadyInTime(redis)));
  }

  private async tracked<T>(answer: Promise<T>): Promise<T> {
    this.asking.add(answer);
    try {
      return await answer;
    } finally {
      this.asking.delete(answer);
    }
  }

  /**
   * Listens on a channel; resumes by itself after an outage.
   * @param onResumed messages may have been missed
   */
  listen(channel: string, onMessage: (text: string) => void, onResumed: () => void): void {
    if (this.url === null) return;
    const redis = this.open(this.url, { autoResubscribe: false });
    let missed = false;
    redis.on('close', () => {
      missed = true;
    });
    redis.on('message', (_channel, text) => onMessage(text));
    redis.on('ready', () => {
      const subscribed = () => {
        if (missed) onResumed();
        missed = false;
      };
      // A connection that does not hear is made anew.
      redis.subscribe(this.prefix + channel).then(subscribed, () => redis.disconnect(true));
    });
    // What goes wrong shows itself as an event.
    redis.connect().catch(() => undefined);
  }

  /** A command that ends right after its change must still be heard by the others. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.asking);
    for (const connection of this.connections) connection.disconnect();
  }

  private async answerTo<T>(
    question: (redis: Redis) => Promise<T>,
    url: string,
    isReady: (redis: Redis) => Promise<boolean>,
  ): Promise<T | null> {
    this.commands ??= this.open(url, { commandTimeout: REDIS_PATIENCE_MS });
    const redis = this.commands;
    try {
      if (redis.status !== 'ready' && !(await isReady(redis))) return this.rest();
      const answer = await question(redis);
      this.found(redis);
      return answer;
    } catch (error) {
      this.lost(redis, error);
      return this.rest();
    }
  }

  /** The first question of all finds no connection yet; later ones do not wait for one that is being made again. */
  private async becomesReady(redis: Redis): Promise<boolean> {
    if (!BEGINNING.has(redis.status)) return false;
    this.beginning ??= new Promise<boolean>((resolve) => {
      redis.once('ready', () => resolve(true));
      redis.once('close', () => resolve(false));
      // What goes wrong shows itself as an event.
      if (redis.status === 'wait') redis.connect().catch(() => undefined);
    }).finally(() => {
      this.beginning = null;
    });
    return isTrueWithin(REDIS_PATIENCE_MS, this.beginning);
  }

  /** Also after a try that failed: the connection is made again by itself. */
  private isReadyInTime(redis: Redis): Promise<boolean> {
    this.ready ??= new Promise<boolean>((resolve) => redis.once('ready', () => resolve(true))).finally(() => {
      this.ready = null;
    });
    // What goes wrong shows itself as an event.
    if (redis.status === 'wait') redis.connect().catch(() => undefined);
    return isTrueWithin(TELLING_PATIENCE_MS, this.ready);
  }

  private open(url: string, more: RedisOptions): Redis {
    // Ten megabytes that an instance by itself has no use for.
    const client = createRequire(import.meta.url)('ioredis') as typeof import('ioredis');
    const redis = new client.Redis(url, { ...OPTIONS, ...more });
    this.connections.push(redis);
    redis.on('error', (error) => this.lost(redis, error));
    redis.on('close', () => this.lost(redis, null));
    redis.on('ready', () => this.found(redis));
    return redis;
  }

  private rest(): null {
    this.restUntil = performance.now() + REST_MS;
    return null;
  }

  private lost(redis: Redis, error: unknown): void {
    if (this.stopping) return;
    if (this.away.size === 0) {
      const reason = error instanceof Error ? error.message : 'the connection was closed';
      this.logger.warn({ msg: 'Redis is away: this instance goes on by itself', reason });
    }
    this.away.add(redis);
  }

  private found(redis: Redis): void {
    if (redis === this.commands) this.restUntil = 0;
    if (this.away.delete(redis) && this.away.size === 0) this.logger.log({ msg: 'Redis is back' });
  }
}

async function isTrueWithin(ms: number, found: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([found, limit]);
  } finally {
    clearTimeout(timer);
  }
}
