import { Injectable } from '@nestjs/common';
import { PermissionEntity } from '../../database/entities/permission.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Clock } from '../../runtime/clock.js';

const REFUNDS = 'refunds';

@Injectable()
export class PermissionsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Created by a migration. */
  getRefunds(): Promise<PermissionEntity> {
    return this.repository.findOneByOrFail({ name: REFUNDS });
  }

  /**
   * Locks the row for the current unit of work: switching off waits for refunds that were allowed, and none is allowed
   * afterwards.
   * @returns false when it is off
   */
  async lockIfOn(): Promise<boolean> {
    const result = await this.repository
      .createQueryBuilder()
      .update()
      .set({ version: () => 'version' })
      .where('name = :name AND is_enabled = 1', { name: REFUNDS })
      .execute();
    return result.affected === 1;
  }

  /** Compare-and-set. @returns false when it has changed since it was read */
  async flip(permission: PermissionEntity, userId: number): Promise<boolean> {
    const result = await this.repository.update(
      { id: permission.id, version: permission.version },
      {
        isEnabled: !permission.isEnabled,
        version: permission.version + 1,
        updatedBy: userId,
        updatedAt: this.clock.now(),
      },
    );
    return result.affected === 1;
  }

  private get repository() {
    return this.uow.manager.getRepository(PermissionEntity);
  }
}
