import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { removeOldMarkers } from './commit-markers.js';
import { UnitOfWork } from './unit-of-work.js';

/** Removes the markers of connections that are gone, at every start: each leaves one small row. */
@Injectable()
export class CommitMarkerPurge implements OnApplicationBootstrap {
  constructor(private readonly uow: UnitOfWork) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.uow.isSqlite) return;
    try {
      await this.uow.runOne(removeOldMarkers);
    } catch (error) {
      new Logger('Database').warn({ msg: 'old commit markers not removed', err: error });
    }
  }
}
