import { Injectable } from '@nestjs/common';
import type { PermissionState } from '../../contracts/refunds.js';
import { AuditService } from '../../database/audit.js';
import type { PermissionEntity } from '../../database/entities/permission.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { PermissionsRepository } from './permissions.repository.js';
import { PermissionChanged, PermissionNotFound, RefundsDisabled } from './refunds.errors.js';

/** Whether refunds may be made at all. While it is off nobody makes one, whatever the role. */
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

  /** Inside the unit of work that makes a refund. @throws RefundsDisabled */
  async requireOn(): Promise<void> {
    if (!this.uow.isActive) throw new Error('the switch is asked inside the unit of work that relies on it');
    if (!(await this.permissions.holdIfOn())) throw new RefundsDisabled();
  }

  /**
   * Of two people who press at the same moment one is told to look again, since both saw the same state.
   * @throws PermissionNotFound, PermissionChanged
   */
  async toggle(id: string, userId: number): Promise<PermissionState> {
    const seen = await this.permissions.getRefunds();
    if (String(seen.id) !== id) throw new PermissionNotFound();
    return this.uow.run(async () => {
      if (!(await this.permissions.flip(seen, userId))) throw new PermissionChanged();
      await this.audit.write({
        action: 'permission.toggled',
        subjectType: 'permission',
        subjectId: seen.name,
        fromValue: seen.isEnabled ? 'on' : 'off',
        toValue: seen.isEnabled ? 'off' : 'on',
      });
      return present({ id: seen.id, isEnabled: !seen.isEnabled });
    });
  }
}

function present({ id, isEnabled }: Pick<PermissionEntity, 'id' | 'isEnabled'>): PermissionState {
  return { isEnabled, _id: String(id) };
}
