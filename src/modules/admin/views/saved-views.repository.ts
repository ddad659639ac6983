import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { EventEntity } from '../../../database/entities/event.entity.js';
import { SavedViewEntity } from '../../../database/entities/saved-view.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';

export type ListedView = Pick<SavedViewEntity, 'publicId' | 'ownerId' | 'name' | 'query' | 'isShared'> & {
  owner: string;
};

/** The only writer of `saved_views`. */
@Injectable()
export class SavedViewsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The own views, then those that others share, by name. */
  async listFor(userId: number): Promise<ListedView[]> {
    const rows = await this.uow.read<Omit<ListedView, 'isShared'> & { isShared: unknown }>(
      `SELECT v.public_id AS publicId, v.owner_id AS ownerId, v.name AS name, v.query AS query, v.is_shared AS isShared,
              u.name AS owner
         FROM saved_views v JOIN users u ON u.id = v.owner_id
        WHERE v.owner_id = ? OR v.is_shared = 1 ORDER BY v.name_key, v.id`,
      [userId],
    );
    const views = rows.map((row) => ({ ...row, ownerId: Number(row.ownerId), isShared: Number(row.isShared) === 1 }));
    return [...views.filter((view) => view.ownerId === userId), ...views.filter((view) => view.ownerId !== userId)];
  }

  /** One request of a person at a time: neither a limit nor another change is overlooked. */
  async lockOwner(userId: number): Promise<void> {
    if (!this.uow.isSqlite) await this.uow.manager.query('SELECT id FROM users WHERE id = ? FOR UPDATE', [userId]);
  }

  countOwn(ownerId: number): Promise<number> {
    return this.repository.countBy({ ownerId });
  }

  /** Locks the shared views, so that of two admins who take the last place the second one sees the first one's. */
  async countShared(): Promise<number> {
    if (!this.uow.isSqlite)
      await this.uow.manager.query('SELECT id FROM saved_views WHERE is_shared = 1 ORDER BY id FOR UPDATE');
    return this.repository.countBy({ isShared: true });
  }

  /** Ids of the events of these projects. */
  async eventsOf(projectIds: readonly number[]): Promise<Set<number>> {
    const events = this.uow.manager.getRepository(EventEntity);
    const rows = await events.find({ select: { id: true }, where: { projectId: In([...projectIds]) } });
    return new Set(rows.map(({ id }) => id));
  }

  find(publicId: string): Promise<SavedViewEntity | null> {
    return this.repository.findOneBy({ publicId });
  }

  /** Fails on the unique index for a name that its owner has used. */
  async insert(view: Omit<SavedViewEntity, 'id' | 'owner'>): Promise<void> {
    await this.repository.insert(view);
  }

  /** Fails as `insert`. */
  async update(id: number, change: Partial<Omit<SavedViewEntity, 'id' | 'owner'>>): Promise<void> {
    await this.repository.update(id, change);
  }

  /** @returns false when somebody has deleted it meanwhile */
  async remove(id: number): Promise<boolean> {
    return (await this.repository.delete(id)).affected === 1;
  }

  private get repository() {
    return this.uow.manager.getRepository(SavedViewEntity);
  }
}
