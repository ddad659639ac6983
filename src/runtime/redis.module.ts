import { Module } from '@nestjs/common';
import { RedisLink } from './redis-link.js';

/** Whoever shares something between instances imports it. Needs the settings from a global module. */
@Module({ providers: [RedisLink], exports: [RedisLink] })
export class RedisModule {}
