import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { LATE, within } from './time-limit.js';

/** Without an answer by then the instance continues alone. */
export const REDIS_PATIENCE_MS = 200;
/** Of a message: nobody waits for it but the end of a command. */
const TELLING_PATIENCE_MS = 2_000;
/** Of the client itself, for what makes a connection usable: nobody waits for that here. */
const COMMAND_TIMEOUT_MS = 2_000;
/** Pause after a timeout, so that a hanging server does not slow every request. */
const REST_MS = 2_000;
const LONGEST_RETRY_MS = 10_000;

const BEGINNING = new Set<Redis['status']>(['wait', 'connecting', 'connect']);

const OPTIONS: RedisOptions = {
  lazyConnect: true,
  connectTimeout: 2_000,
  keepAlive: 10_000,
  // Its timer is not cleared when the connection is already closed, and would delay the end of a command.
  disconnectTimeout: 100,
  // No offline queue: a late limit or event is worthless.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times) => Math.min(LONGEST_RETRY_MS, 100 * 2 ** Math.min(times, 10)) * (0.75 + Math.random() / 2),
};

/**
 * The optional connection to Redis. Without REDIS_URL, and during an outage, each instance continues alone. An outage and its end
 * are one log line each.
 */
@Injectable()
export class RedisLink implements OnApplicationShutdown {
  readonly isConfigured: boolean;
  /** Prefix of every key and channel, by APP_URL: instances of one product share it, other products do not. */
  readonly prefix: string;
  /** Milliseconds that a question waits. A test may lengthen it. */
  patienceMs = REDIS_PATIENCE_MS;
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
  private ended = false;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.url = settings.redisUrl;
    this.isConfigured = this.url !== null;
    this.prefix = `tokendesk:${createHash('sha256').update(settings.appUrl).digest('hex').slice(0, 12)}:`;
  }

  /** Asks Redis and waits {@link patienceMs}. Null, never an error, without an answer. */
  async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T | null> {
    if (this.url === null || this.stopping || performance.now() < this.restUntil) return null;
    return this.tracked(this.answerTo(question, this.url, this.patienceMs, (redis) => this.becomesReady(redis)));
  }

  /** Publishes without waiting; sent even after a recent timeout or during a reconnect. */
  async tell(channel: string, text: string): Promise<void> {
    if (this.url === null || this.stopping) return;
    const message = (redis: Redis) => redis.publish(this.prefix + channel, text);
    await this.tracked(this.answerTo(message, this.url, TELLING_PATIENCE_MS, (redis) => this.isReadyInTime(redis)));
  }

  private async tracked<T>(answer: Promise<T>): Promise<T> {
    this.asking.add(answer);
    try {
      return await answer;
    } finally {
      this.asking.delete(answer);
    }
  }

  /** Subscribes to a channel; resubscribes after an outage. @param onResumed messages may have been missed */
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
      // Reconnects when subscribing fails.
      redis.subscribe(this.prefix + channel).then(subscribed, () => redis.disconnect(true));
    });
    // What goes wrong shows itself as an event.
    redis.connect().catch(() => undefined);
  }

  /** Delivers pending messages, so that a short-lived command's change is published. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.asking);
    this.ended = true;
    for (const connection of this.connections) connection.disconnect();
  }

  private async answerTo<T>(
    question: (redis: Redis) => Promise<T>,
    url: string,
    patienceMs: number,
    isReady: (redis: Redis) => Promise<boolean>,
  ): Promise<T | null> {
    this.commands ??= this.open(url, { commandTimeout: COMMAND_TIMEOUT_MS });
    const redis = this.commands;
    try {
      if (redis.status !== 'ready' && !(await isReady(redis))) return this.rest();
      const answer = await within(patienceMs, question(redis));
      if (answer === LATE) throw new Error(`no answer within ${patienceMs} ms`);
      this.found(redis);
      return answer;
    } catch (error) {
      this.lost(redis, error);
      return this.rest();
    }
  }

  /** The first call waits for the connection; later ones do not wait for a reconnect. */
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
    return (await within(this.patienceMs, this.beginning)) === true;
  }

  /** Also after a failed attempt: the client reconnects by itself. */
  private async isReadyInTime(redis: Redis): Promise<boolean> {
    this.ready ??= new Promise<boolean>((resolve) => redis.once('ready', () => resolve(true))).finally(() => {
      this.ready = null;
    });
    // What goes wrong shows itself as an event.
    if (redis.status === 'wait') redis.connect().catch(() => undefined);
    const isReady = (await within(TELLING_PATIENCE_MS, this.ready)) === true;
    // A connection that does not come may say nothing; what was told is lost.
    if (!isReady) this.lost(redis, new Error(`no connection within ${TELLING_PATIENCE_MS} ms`));
    return isReady;
  }

  private open(url: string, more: RedisOptions): Redis {
    // Loaded on demand: ten megabytes that a single instance does not need.
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
    if (this.ended) return;
    if (this.away.size === 0) {
      const reason = error instanceof Error ? error.message : 'the connection was closed';
      this.logger.warn({ msg: 'Redis unreachable: this instance continues alone', reason });
    }
    this.away.add(redis);
  }

  private found(redis: Redis): void {
    if (redis === this.commands) this.restUntil = 0;
    if (this.away.delete(redis) && this.away.size === 0) this.logger.log({ msg: 'Redis reachable again' });
  }
}
