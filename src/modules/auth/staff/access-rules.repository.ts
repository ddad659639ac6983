import { Injectable } from '@nestjs/common';
import { PermissionEntity } from '../../../database/entities/permission.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { Clock } from '../../../runtime/clock.js';

/** Name of the row. */
export const ADMIN_TOTP = 'admin_totp';

/** The row of `permissions` about sign-in; the others belong to refunds. Created by a migration. */
@Injectable()
export class AccessRules {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async adminsNeedSecondFactor(): Promise<boolean> {
    return (await this.rows.findOneByOrFail({ name: ADMIN_TOTP })).isEnabled;
  }

  /** @returns false when nothing changed */
  async setAdminsNeedSecondFactor(isEnabled: boolean, userId: number): Promise<boolean> {
    const change = { isEnabled, updatedBy: userId, updatedAt: this.clock.now() };
    const result = await this.uow.run(() => this.rows.update({ name: ADMIN_TOTP, isEnabled: !isEnabled }, change));
    return result.affected === 1;
  }

  private get rows() {
    return this.uow.manager.getRepository(PermissionEntity);
  }
}
