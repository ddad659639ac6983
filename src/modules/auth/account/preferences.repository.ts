import { Injectable } from '@nestjs/common';
import { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import {
  changedPreferences,
  type PreferenceChange,
  type Preferences,
  readPreferences,
  storedPreferences,
} from '../../../domain/people/preferences.js';

/** How a person wants the staff pages. They come with the session of each request, so no page asks for them. */
@Injectable()
export class PreferencesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Two tabs may change different things at once: the row is locked, and neither change is lost. */
  async change(userId: number, change: PreferenceChange): Promise<Preferences> {
    return this.uow.run(async (tx) => {
      const users = tx.getRepository(UserEntity);
      const query = users.createQueryBuilder('user').where({ id: userId });
      const user = await (this.uow.isSqlite ? query : query.setLock('pessimistic_write')).getOneOrFail();
      const preferences = changedPreferences(readPreferences(user.preferences), change);
      await users.update({ id: userId }, { preferences: storedPreferences(preferences) });
      return preferences;
    });
  }
}
