import { Module } from '@nestjs/common';
import { RedisModule } from '../runtime/redis.module.js';
import { LiveEvents } from './live-events.js';

/** Imported by features that publish or receive changes. */
@Module({ imports: [RedisModule], providers: [LiveEvents], exports: [LiveEvents] })
export class LiveModule {}
