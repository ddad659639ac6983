import { Injectable } from '@nestjs/common';
import type { PermissionState } from '../../contracts/refunds.js';
import { AuditService } from '../audit/index.js';
import type { PermissionEntity } from '../../database/entities/permission.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { PermissionsRepository } from './permissions.repository.js';
import { Refusal } from '../../runtime/refusal.js';

/** The refund switch (docs/product.md#refunds). While it is off nobody orders a refund, whatever the role. */
@Injectable()
export class RefundSwitch {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly permissions: PermissionsRepository,
    private readonly audit: AuditService,
  ) {}

  async state(): Promise<PermissionState> {
    return present(await this.permissions.getRefunds());
  }

  /** Inside the unit of work that creates a refund. @throws REFUNDS_DISABLED */
  async requireOn(): Promise<void> {
    if (!this.uow.isActive) throw new Error('the switch is asked inside the unit of work that relies on it');
    if (!(await this.permissions.lockIfOn())) throw new Refusal('REFUNDS_DISABLED');
  }

  /**
   * Of two concurrent changes one is refused, unless the switch is as that person wanted it.
   * @param wanted null or undefined: the opposite of the current state
   * @throws PERMISSION_NOT_FOUND, CONFLICT
   */
  async turn(id: string, userId: number, wanted?: boolean | null): Promise<PermissionState> {
    const seen = await this.permissions.getRefunds();
    if (String(seen.id) !== id) throw new Refusal('PERMISSION_NOT_FOUND');
    if (seen.isEnabled === wanted || (await this.flipped(seen, userId)))
      return present({ id: seen.id, isEnabled: wanted ?? !seen.isEnabled });
    const found = await this.permissions.getRefunds();
    if (found.isEnabled !== wanted) throw new Refusal('CONFLICT');
    return present(found);
  }

  private flipped(seen: PermissionEntity, userId: number): Promise<boolean> {
    return this.uow.run(async () => {
      if (!(await this.permissions.flip(seen, userId))) return false;
      await this.audit.write({
        action: 'permission.toggled',
        subjectType: 'permission',
        subjectId: seen.name,
        fromValue: seen.isEnabled ? 'on' : 'off',
        toValue: seen.isEnabled ? 'off' : 'on',
      });
      return true;
    });
  }
}

function present({ id, isEnabled }: Pick<PermissionEntity, 'id' | 'isEnabled'>): PermissionState {
  return { isEnabled, _id: String(id) };
}
