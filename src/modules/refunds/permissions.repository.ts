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

  /** The migration made it. */
  getRefunds(): Promise<PermissionEntity> {
    return this.repository.findOneByOrFail({ name: REFUNDS });
  }

  /**
   * Holds the row for the unit of work under way: putting the switch off waits for what it had allowed, and nothing that
   * comes after is allowed. @returns false when it is off
   */
  async holdIfOn(): Promise<boolean> {
    const result = await this.repository
      .createQueryBuilder()
      .update()
      .set({ version: () => 'version' })
      .where('name = :name AND is_enabled = 1', { name: REFUNDS })
      .execute();
    return result.affected === 1;
  }

  /** @returns false when it has changed since it was read */
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
