import { Module } from '@nestjs/common';
import { LiveModule } from '../../live/index.js';
import { AuthModule } from '../auth/index.js';
import { LiveApiController } from './live.api.controller.js';
import { LiveStreams } from './live-streams.js';

/** What is open towards browsers; the events themselves come from src/live. */
@Module({
  imports: [AuthModule, LiveModule],
  controllers: [LiveApiController],
  providers: [LiveStreams],
})
export class LiveStreamsModule {}
