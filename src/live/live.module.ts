import { Module } from '@nestjs/common';
import { RedisModule } from '../runtime/redis.module.js';
import { LiveEvents } from './live-events.js';

/** Features that tell or hear of changes import it. */
@Module({ imports: [RedisModule], providers: [LiveEvents], exports: [LiveEvents] })
export class LiveModule {}
