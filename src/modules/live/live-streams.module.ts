import { Module } from '@nestjs/common';
import { LiveModule } from '../../live/index.js';
import { AuthModule } from '../auth/index.js';
import { ProjectsModule } from '../projects/index.js';
import { LiveApiController } from './live.api.controller.js';
import { LiveStreams } from './live-streams.js';

/** Streams to browsers; the events come from src/live. */
@Module({
  imports: [AuthModule, LiveModule, ProjectsModule],
  controllers: [LiveApiController],
  providers: [LiveStreams],
})
export class LiveStreamsModule {}
