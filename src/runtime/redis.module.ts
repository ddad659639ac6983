import { Module } from '@nestjs/common';
import { RedisLink } from './redis-link.js';

/** Imported by modules that share state between instances. Needs the settings from a global module. */
@Module({ providers: [RedisLink], exports: [RedisLink] })
export class RedisModule {}
